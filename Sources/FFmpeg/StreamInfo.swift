internal import CFFmpeg
package import MediaTypes

/// What a file says of one of its streams. Numbers come from the file: they are bounded in size, not in sense.
package struct StreamInfo: Hashable, Sendable {
    package enum Kind: Sendable { case video, audio, subtitles, other }

    package var index: Int
    package var kind: Kind
    /// libavcodec's name, as `h264`, `aac`.
    package var codec: String
    package var timeBase: TimeBase
    /// Ticks of the time base, after edit lists.
    package var startTime: Int64?
    /// Ticks of the time base.
    package var duration: Int64?
    /// BCP 47 or ISO 639-2 as the file has it; `nil` for `und`.
    package var language: String?
    package var isDefault: Bool
    /// A cover picture that poses as a video stream.
    package var isAttachedPicture: Bool
    package var bitRate: BitRate?
    package var video: Video?
    package var audio: Audio?

    package struct Video: Hashable, Sendable {
        /// Pixels as stored: before orientation and sample aspect ratio.
        package var size: PixelSize
        /// Width of a sample over its height, when it is not square.
        package var sampleAspect: SampleAspect
        package var orientation: Orientation
        /// Degrees by which the picture is to be turned when that is no quarter turn; `orientation` is the nearest.
        package var oddAngle: Int?
        package var averageFrameRate: FrameRate?
        /// The lowest rate on which every time stamp falls, as libavformat guesses it.
        package var baseFrameRate: FrameRate?
        /// libavutil's name, as `yuv420p10le`; empty when unknown.
        package var pixelFormat: String
        package var color: ColorDescription

        /// As it is to be seen: sample aspect ratio applied by widening or heightening, then turned upright.
        package var displaySize: PixelSize {
            let square = sampleAspect.squared(size)
            return orientation.swapsSides ? PixelSize(square.height, square.width) : square
        }
    }

    package struct Audio: Hashable, Sendable {
        package var sampleRate: Int
        package var channels: Int
        /// As `stereo`, `5.1(side)`.
        package var layout: String
    }
}

/// The shape of a sample: its width over its height.
package struct SampleAspect: Hashable, Sendable {
    package var numerator: Int
    package var denominator: Int

    package static let square = SampleAspect(1, 1)

    package init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init(_ rational: AVRational) {
        let isKnown = rational.num > 0 && rational.den > 0
        self.init(isKnown ? Int(rational.num) : 1, isKnown ? Int(rational.den) : 1)
    }

    package var isSquare: Bool { numerator == denominator }

    /// The size with square samples; no side gets smaller. What would exceed 2^31 pixels stays as it was.
    package func squared(_ size: PixelSize) -> PixelSize {
        let (width, height) =
            numerator >= denominator
            ? (Self.scale(size.width, numerator, denominator), size.height)
            : (size.width, Self.scale(size.height, denominator, numerator))
        let limit = Int(Int32.max)
        return width <= limit && height <= limit ? PixelSize(width, height) : size
    }

    /// Both factors come from 31-bit numbers, so the product fits.
    private static func scale(_ side: Int, _ factor: Int, _ divisor: Int) -> Int {
        (side * factor + divisor / 2) / divisor
    }
}

extension StreamInfo {
    init(_ stream: UnsafeMutablePointer<AVStream>, of context: UnsafeMutablePointer<AVFormatContext>) {
        let parameters = stream.pointee.codecpar.pointee
        index = Int(stream.pointee.index)
        kind =
            switch parameters.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: .subtitles
            default: .other
            }
        codec = String(cString: avcodec_get_name(parameters.codec_id))
        timeBase = TimeBase(stream.pointee.time_base) ?? TimeBase(1, 1_000_000)!
        startTime = timestamp(stream.pointee.start_time)
        duration = timestamp(stream.pointee.duration)
        let entry = av_dict_get(stream.pointee.metadata, "language", nil, 0)
        language = entry.map { String(cString: $0.pointee.value) }.flatMap { $0 == "und" || $0.isEmpty ? nil : $0 }
        isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
        isAttachedPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        bitRate = parameters.bit_rate > 0 ? BitRate(Int(parameters.bit_rate)) : nil
        video = kind == .video ? Video(stream, parameters, context) : nil
        audio = kind == .audio ? Audio(parameters) : nil
    }
}

extension StreamInfo.Video {
    fileprivate init(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: AVCodecParameters,
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) {
        size = PixelSize(Int(parameters.width), Int(parameters.height))
        sampleAspect = SampleAspect(av_guess_sample_aspect_ratio(context, stream, nil))
        orientation = .upright
        if let matrix = reelrig_display_matrix(stream) {
            orientation = Orientation(matrix: (matrix[0], matrix[1], matrix[3], matrix[4]))
            oddAngle = Self.oddAngle(av_display_rotation_get(matrix))
        }
        averageFrameRate = FrameRate(stream.pointee.avg_frame_rate)
        baseFrameRate = FrameRate(stream.pointee.r_frame_rate)
        pixelFormat = pixelFormatName(parameters.format)
        color = ColorDescription(
            parameters.color_primaries, parameters.color_trc, parameters.color_space, parameters.color_range)
    }
}

extension StreamInfo.Video {
    /// Of an angle in degrees, not a number where a matrix has none; a degree is rounding.
    private static func oddAngle(_ degrees: Double) -> Int? {
        let distance = (degrees - (degrees / 90).rounded() * 90).magnitude
        return distance > 1 ? Int(degrees.magnitude.rounded()) : nil
    }
}

extension StreamInfo.Audio {
    fileprivate init(_ parameters: AVCodecParameters) {
        sampleRate = Int(parameters.sample_rate)
        channels = Int(parameters.ch_layout.nb_channels)
        layout = describe(parameters.ch_layout)
    }
}

func pixelFormatName(_ format: Int32) -> String {
    av_get_pix_fmt_name(AVPixelFormat(format)).map { String(cString: $0) } ?? ""
}

func describe(_ layout: AVChannelLayout) -> String {
    var layout = layout
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        av_channel_layout_describe(&layout, buffer.baseAddress, buffer.count) > 0
            ? String(cString: buffer.baseAddress!) : ""
    }
}
