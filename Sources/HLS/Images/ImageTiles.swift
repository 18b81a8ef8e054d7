/// EXT-X-TILES: how the images of a segment lie on its sheet.
///
/// No part of the draft, like ``ImageStream``; it stands before each segment of an image playlist.
public struct ImageTiles: Hashable, Sendable {
    static let tag = "EXT-X-TILES"

    /// RESOLUTION of one image, in pixels.
    public var resolution: Resolution
    /// LAYOUT: images in a row.
    public var columns: UInt64
    /// LAYOUT: rows of images.
    public var rows: UInt64
    /// DURATION for which one image is shown, in seconds.
    public var duration: ExactDecimal
    /// The other attributes.
    public var otherAttributes: [Attribute]

    /// `columns` × `rows` images, each shown for `duration` seconds.
    public init(
        resolution: Resolution, columns: UInt64, rows: UInt64, duration: ExactDecimal,
        otherAttributes: [Attribute] = []
    ) {
        self.resolution = resolution
        self.columns = columns
        self.rows = rows
        self.duration = duration
        self.otherAttributes = otherAttributes
    }

    /// What a kept line says; `nil` of another tag, and of one that lacks an attribute or has a layout without images.
    public init?(_ line: UninterpretedLine) {
        guard line.tagName == Self.tag, var list = line.tagValue.flatMap(KeptAttributes.init),
            let resolution = list.take("RESOLUTION").flatMap(Resolution.init(attribute:)),
            let layout = list.take("LAYOUT").flatMap(Resolution.init(attribute:)), layout.width > 0, layout.height > 0,
            let duration = list.take("DURATION").flatMap({ ExactDecimal($0) }), duration > .zero
        else { return nil }
        self.init(
            resolution: resolution, columns: layout.width, rows: layout.height, duration: duration,
            otherAttributes: list.items)
    }

    /// The tag as a line.
    public var line: UninterpretedLine {
        let list = ["RESOLUTION=\(resolution)", "LAYOUT=\(columns)x\(rows)", "DURATION=\(duration)"]
        return UninterpretedLine(
            "#\(Self.tag):" + (list + otherAttributes.map(\.description)).joined(separator: ","))
    }
}

extension MediaSegment {
    /// How images lie in the segment of an image playlist; `nil` of every other.
    public var tiles: ImageTiles? {
        get { otherLines.lazy.compactMap(ImageTiles.init).first }
        set { otherLines.set(ImageTiles.tag, newValue?.line) }
    }
}

extension MediaPlaylist {
    private static let imagesOnly = "EXT-X-IMAGES-ONLY"

    /// EXT-X-IMAGES-ONLY: every segment is an image, or a sheet of them. No part of the draft.
    public var isImagesOnly: Bool {
        get {
            otherLines.firstIndex(ofTag: Self.imagesOnly) != nil
                || segments.first?.otherLines.firstIndex(ofTag: Self.imagesOnly) != nil
        }
        set {
            if !newValue {
                for index in segments.indices.prefix(1) { segments[index].otherLines.set(Self.imagesOnly, nil) }
            }
            if newValue != isImagesOnly {
                otherLines.set(Self.imagesOnly, newValue ? UninterpretedLine("#\(Self.imagesOnly)") : nil)
            }
        }
    }
}
