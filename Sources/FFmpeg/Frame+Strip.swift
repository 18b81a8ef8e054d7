package import MediaTypes

extension Frame {
    /// What the strip across the picture's top says; `nil` when there is none, when it is damaged, or when the picture
    /// is not planar YUV of 8 bits.
    package var strip: FrameStrip? {
        withLuma { bytes, shape in FrameStrip.read(bytes, stride: shape.stride, size: size) } ?? nil
    }
}
