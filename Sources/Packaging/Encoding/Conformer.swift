internal import FFmpeg
internal import MediaTypes

/// Makes every decoded picture upright, square-pixelled, 8-bit 4:2:0, limited in range and of one size.
final class Conformer {
    let size: PixelSize
    private let orientation: Orientation
    private let color: ColorDescription
    private let timeBase: TimeBase
    private var step: (format: Frame.VideoFormat, way: Way)?

    private enum Way {
        case pass
        case scale(Scaler)
        case filter(FilterGraph)
    }

    /// `color` is what comes out; ``OutputColor``.
    init(to size: PixelSize, _ orientation: Orientation, _ color: ColorDescription, timeBase: TimeBase) {
        self.size = size
        self.orientation = orientation
        self.color = color
        self.timeBase = timeBase
    }

    /// The picture as it is to be; time stamps are kept.
    func conform(_ frame: Frame) throws -> Frame {
        let format = frame.videoFormat
        if step?.format != format { step = (format, try way(for: frame, format)) }
        switch step?.way {
        case .scale(let scaler): return try scaler.scale(frame)
        case .filter(let graph):
            var result: Frame?
            try graph.filter(frame) { result = $0 }
            guard let result else { throw ConversionError(format: format) }
            return result
        case .pass, nil: return frame
        }
    }

    private func way(for frame: Frame, _ format: Frame.VideoFormat) throws -> Way {
        let isPlain = format.pixelFormat == "yuv420p" && format.color.isFullRange != true
        if isPlain, orientation == .upright, !needsMapping(format.color) {
            return format.size == size ? .pass : .scale(try Scaler(from: format, to: size))
        }
        return .filter(try FilterGraph(filters(format), videoLike: frame, timeBase: timeBase))
    }

    private func filters(_ format: Frame.VideoFormat) -> String {
        let stored = orientation.swapsSides ? PixelSize(size.height, size.width) : size
        let flags = "flags=bicubic+accurate_rnd+bitexact"
        let scale = "scale=\(stored.width):\(stored.height):\(flags)"
        var filters: [String]
        if needsMapping(format.color) {
            filters = [scale] + mapping(format.color) + ["format=yuv420p"]
        } else {
            let matrix = color.matrix == 1 ? "bt709" : "bt601"
            let isRGB = format.color.matrix == 0 || format.pixelFormat.contains("rgb") || format.pixelFormat == "pal8"
            filters = [scale + ":out_range=limited" + (isRGB ? ":out_color_matrix=\(matrix)" : ""), "format=yuv420p"]
        }
        if let turn = orientation.filters { filters.append(turn) }
        return filters.joined(separator: ",")
    }

    /// BT.2020 and high dynamic range become BT.709: a player that is told of neither would show them pale.
    private func needsMapping(_ color: ColorDescription) -> Bool {
        color.isHighDynamicRange || color.matrix == 9 || color.matrix == 10
    }

    private func mapping(_ color: ColorDescription) -> [String] {
        let transfer = color.transfer == 16 ? "smpte2084" : color.transfer == 18 ? "arib-std-b67" : "bt709"
        let range = color.isFullRange == true ? "full" : "limited"
        let source = "pin=bt2020:min=bt2020nc:tin=\(transfer):rin=\(range)"
        guard color.isHighDynamicRange else {
            return ["zscale=\(source):p=bt709:t=bt709:m=bt709:r=limited"]
        }
        return [
            "zscale=\(source):t=linear:npl=100", "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=hable:desat=0",
            "zscale=t=bt709:m=bt709:r=limited",
        ]
    }
}

/// A picture that no conversion took.
struct ConversionError: Error, CustomStringConvertible {
    var format: Frame.VideoFormat

    var description: String { "no conversion of \(format.pixelFormat) pictures of \(format.size)" }
}

/// What the values of a version's pictures mean, which players are told in so many words.
enum OutputColor {
    /// The source's own where it is 8-bit video's; BT.709 for what is converted; by size where nothing is said.
    static func of(_ video: StreamInfo.Video) -> ColorDescription {
        let source = video.color
        switch source.matrix {
        case 1, 0, 9, 10: return .bt709
        case 4, 5, 6, 7:
            // A matrix alone is half of what is needed; the usual companions complete it.
            let system = source.matrix == 5 ? 5 : 6
            return ColorDescription(
                primaries: isKnown(source.primaries) ? source.primaries : system,
                transfer: isKnown(source.transfer) ? source.transfer : 6, matrix: source.matrix, isFullRange: false)
        default:
            if source.isHighDynamicRange || video.displaySize.shortSide >= 720 { return .bt709 }
            return ColorDescription(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)
        }
    }

    private static func isKnown(_ value: Int) -> Bool { (1...8).contains(value) && value != 2 && value != 3 }
}
