import FFmpeg
import MediaTypes

/// Pictures for tests: a gradient with a grain, that moves by two pixels a frame, with chroma that does not.
func picture(_ index: Int, size: PixelSize = PixelSize(96, 128), duration: Int64 = 1) throws -> Frame {
    try Frame.picture(.init(size: size), pts: Int64(index), duration: duration) { plane, shape, bytes in
        for row in 0..<shape.height {
            for column in 0..<shape.width {
                let grain = (row &* 7919 ^ (column + 2 * index) &* 104_729) >> 3 & 31
                let luma = 16 + (row + column + 2 * index) % 180 + grain
                bytes[row * shape.stride + column] = plane == 0 ? UInt8(luma) : UInt8(96 + plane * 20)
            }
        }
    }
}

func encoder(
    size: PixelSize = PixelSize(96, 128), rate: VideoEncoder.RateControl = .quality(20),
    frameRate: FrameRate = FrameRate(25)!
) throws -> VideoEncoder {
    try VideoEncoder(.init(size: size, timeBase: TimeBase(frameOf: frameRate)!, frameRate: frameRate, rate: rate))
}

/// All packets of a stream of `count` pictures with IDRs at the given places.
func encode(_ encoder: VideoEncoder, count: Int, idrs: Set<Int> = []) throws -> [Packet] {
    var packets = [Packet]()
    for index in 0..<count {
        let frame = try picture(index, size: encoder.settings.size)
        try encoder.encode(frame, isIDR: idrs.contains(index)) { packets.append($0) }
    }
    try encoder.encode(nil) { packets.append($0) }
    return packets
}

/// A file with a picture track and a tone of `samples` samples at 48 kHz.
func writeClip(_ path: String, frames: Int, samples: Int, idrs: Set<Int> = [0]) throws {
    let video = try encoder()
    let audio = try AudioEncoder(sampleRate: 48000, bitrate: .kilobits(64))
    let muxer = try Muxer(path: path)
    try muxer.addTrack(of: video)
    try muxer.addTrack(of: audio)
    try muxer.begin()
    for packet in try encode(video, count: frames, idrs: idrs) { try muxer.write(packet, track: 0) }
    for packet in try encode(audio, samples: samples) { try muxer.write(packet, track: 1) }
    try muxer.finish()
}

func encode(_ encoder: AudioEncoder, samples: Int) throws -> [Packet] {
    var packets = [Packet]()
    for start in stride(from: 0, to: samples, by: encoder.frameSize) {
        let wave = (start..<min(samples, start + encoder.frameSize)).map { Float($0 % 96) / 96 - 0.5 }
        let frame = try Frame.audio(channels: [wave, wave], sampleRate: encoder.sampleRate, pts: Int64(start))
        try encoder.encode(frame) { packets.append($0) }
    }
    try encoder.encode(nil) { packets.append($0) }
    return packets
}

/// Every frame of one stream, and how many complaints there were.
func decode(_ input: Input, stream: Int) throws -> (frames: [Frame], corrupt: Int) {
    let decoder = try input.makeDecoder(stream: stream)
    input.select([stream])
    var (frames, corrupt) = ([Frame](), 0)
    let take = { (outcome: Decoder.Outcome) in
        switch outcome {
        case .frame(let frame): frames.append(frame)
        case .corrupt: corrupt += 1
        }
    }
    while let packet = try input.readPacket() { try decoder.decode(packet, take) }
    try decoder.decode(nil, take)
    return (frames, corrupt)
}

func lumaRows(_ frame: Frame) -> [[UInt8]] {
    frame.withLuma { bytes, shape in
        (0..<shape.height).map { row in (0..<shape.width).map { bytes[row * shape.stride + $0] } }
    } ?? []
}

func meanLuma(_ frame: Frame) -> Double {
    let samples = lumaRows(frame).joined()
    return Double(samples.reduce(0) { $0 + Int($1) }) / Double(samples.count)
}
