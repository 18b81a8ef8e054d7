internal import FFmpeg
internal import MediaTypes

/// Makes every decoded picture upright, square-pixelled, whole instead of interlaced, 8-bit 4:2:0, limited in range and of
/// one size.
final class Conformer {
    let size: PixelSize
    private let orientation: Orientation
    private let color: ColorDescription
    private let timeBase: TimeBase
    private let output: (Frame, TimeBase) throws -> Void
    private var step: (format: Frame.VideoFormat, way: Way)?
    /// Once a picture was interlaced, all go through the filter, which looks at each.
    private var isInterlaced = false

    private enum Way {
        case pass
        case scale(Scaler)
        case filter(FilterGraph)
    }

    /// `color` is what comes out; ``OutputColor``. `output` gets each picture and what its time stamp counts in.
    init(
        to size: PixelSize, _ orientation: Orientation, _ color: ColorDescription, timeBase: TimeBase,
        output: @escaping (Frame, TimeBase) throws -> Void
    ) {
        self.size = size
        self.orientation = orientation
        self.color = color
        self.timeBase = timeBase
        self.output = output
    }

    /// Hands on the picture as it is to be, or the one before it when this one was needed to make that whole. `false` of
    /// one that nothing converts, as damage makes them: it is left out.
    func accept(_ frame: Frame) throws -> Bool {
        let format = frame.videoFormat
        if step?.format != format || frame.isInterlaced && !isInterlaced {
            try finish()
            isInterlaced = isInterlaced || frame.isInterlaced
            guard let way = try? way(for: frame, format) else { return false }
            step = (format, way)
        }
        switch step?.way {
        case .scale(let scaler): try output(try scaler.scale(frame), timeBase)
        case .filter(let graph): try graph.filter(frame) { try output($0, graph.timeBase) }
        case .pass, nil: try output(frame, timeBase)
        }
        return true
    }

    /// Hands on what is still held back.
    func finish() throws {
        if case .filter(let graph) = step?.way { try graph.filter(nil) { try output($0, graph.timeBase) } }
        step = nil
    }

    private func way(for frame: Frame, _ format: Frame.VideoFormat) throws -> Way {
        let isPlain = format.pixelFormat == "yuv420p" && format.color.isFullRange != true && !isInterlaced
        if isPlain, orientation == .upright, !needsMapping(format.color) {
            return format.size == size ? .pass : .scale(try Scaler(from: format, to: size))
        }
        do {
            return .filter(try FilterGraph(filters(format), videoLike: frame, timeBase: timeBase))
        } catch {
            // What no colour conversion takes, such as a matrix that contradicts the pixels, is shown as it is.
            var plain = format
            plain.color = color
            guard needsMapping(format.color) else { throw error }
            return .filter(try FilterGraph(filters(plain), videoLike: frame, timeBase: timeBase))
        }
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
        if isInterlaced { filters.insert("bwdif=mode=send_frame:deint=interlaced", at: 0) }
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
