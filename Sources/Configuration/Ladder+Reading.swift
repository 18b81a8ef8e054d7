package import Catalog
internal import MediaTypes

extension Ladder {
    /// The ladder of `Ladders/reels.yaml`, for a program that has been installed without it.
    package static let reels = Ladder(
        rungs: [(234, 100), (360, 365), (432, 800), (540, 1600), (720, 2500), (1080, 5000)].map { side, kilobits in
            Rung(
                id: "\(side)", shortSide: side, videoBitrate: .kilobits(kilobits),
                maxBitrate: .kilobits(kilobits).timesOneAndAHalf)
        },
        audio: [AudioRung(id: "main", bitrate: .kilobits(64))],
        preset: "veryfast")

    package static func read(contentsOf path: String) throws -> Ladder {
        try Ladder(try YAMLNode.read(contentsOf: path))
    }

    /// Reads and checks a ladder: design §4.
    package init(_ node: YAMLNode) throws(ConfigurationError) {
        let fields = try node.fields(of: "a ladder", ["rungs", "audio", "preset"])
        let rungs = try fields.required("rungs")
        let audio = try fields["audio"]?.items("audio") ?? []
        self.init(
            rungs: try Self.rungs(rungs), audio: try Self.audioRungs(audio),
            preset: try fields["preset"].map(Self.preset) ?? Self.reels.preset)
    }

    private static func rungs(_ node: YAMLNode) throws(ConfigurationError) -> [Rung] {
        let items = try node.items("rungs")
        guard (1...16).contains(items.count) else { throw node.error("a ladder has 1 to 16 rungs, not \(items.count)") }
        var rungs = [Rung]()
        for item in items {
            let rung = try Self.rung(item)
            if let below = rungs.last {
                guard rung.shortSide > below.shortSide else {
                    throw item.error(
                        "rungs ascend: short side \(rung.shortSide) comes after \(below.shortSide)")
                }
                guard rung.videoBitrate > below.videoBitrate else {
                    throw item.error(
                        "rungs ascend: \(rung.videoBitrate) comes after \(below.videoBitrate)")
                }
            }
            guard !rungs.contains(where: { $0.id == rung.id }) else {
                throw item.error("two rungs have the id '\(rung.id)'")
            }
            rungs.append(rung)
        }
        return rungs
    }

    private static func rung(_ node: YAMLNode) throws(ConfigurationError) -> Rung {
        let fields = try node.fields(of: "a rung", ["id", "shortSide", "videoBitrate", "maxBitrate", "fps"])
        let sideNode = try fields.required("shortSide")
        let side = try sideNode.integer("shortSide", in: 16...4320)
        guard side % 2 == 0 else { throw sideNode.error("'shortSide' is even, not \(side)") }
        let average = try bitRate(try fields.required("videoBitrate"), "videoBitrate", in: 1_000...200_000_000)
        let maximum = try fields["maxBitrate"].map { node throws(ConfigurationError) in
            let rate = try bitRate(node, "maxBitrate", in: 1_000...400_000_000)
            guard rate >= average else { throw node.error("'maxBitrate' is at least videoBitrate, \(average)") }
            return rate
        }
        return Rung(
            id: try identifier(try fields.required("id")), shortSide: side, videoBitrate: average,
            maxBitrate: maximum ?? average.timesOneAndAHalf,
            frameRateCap: try fields["fps"].map(frameRate))
    }

    private static func audioRungs(_ items: [YAMLNode]) throws(ConfigurationError) -> [AudioRung] {
        var rungs = [AudioRung]()
        for item in items {
            let fields = try item.fields(of: "an audio rendition", ["id", "bitrate"])
            let id = try identifier(try fields.required("id"))
            guard !rungs.contains(where: { $0.id == id }) else {
                throw item.error("two audio renditions have the id '\(id)'")
            }
            // What AAC-LC stereo at 48 kHz can hold: 6144 bits a channel and frame.
            let bitrate = try bitRate(try fields.required("bitrate"), "bitrate", in: 8_000...512_000)
            rungs.append(AudioRung(id: id, bitrate: bitrate))
        }
        guard rungs.count <= 1 else { throw items[1].error("a ladder has one audio rendition") }
        return rungs
    }

    private static func identifier(_ node: YAMLNode) throws(ConfigurationError) -> String {
        let id = try node.text("id")
        guard (1...32).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { throw node.error("'id' takes 1 to 32 of A-Z a-z 0-9 _ -, not '\(id.prefix(64))'") }
        return id
    }

    private static func preset(_ node: YAMLNode) throws(ConfigurationError) -> String {
        let name = try node.text("preset")
        guard presets.contains(name) else {
            throw node.error("'preset' is one of \(presets.joined(separator: ", ")), not '\(name.prefix(64))'")
        }
        return name
    }

    private static func frameRate(_ node: YAMLNode) throws(ConfigurationError) -> FrameRate {
        guard let rate = FrameRate(try node.text("fps")), (1...240).contains(rate.framesPerSecond) else {
            throw node.error("'fps' takes a frame rate from 1 to 240, as 30 or 30000/1001")
        }
        return rate
    }

    /// `365000` or `365k`.
    private static func bitRate(
        _ node: YAMLNode, _ name: String, in bounds: ClosedRange<Int>
    ) throws(ConfigurationError) -> BitRate {
        let text = try node.text(name)
        let isKilo = text.hasSuffix("k")
        let number = Int(isKilo ? text.dropLast() : text[...])
        let (product, overflow) = (number ?? 0).multipliedReportingOverflow(by: isKilo ? 1000 : 1)
        guard number != nil, !overflow, bounds.contains(product) else {
            throw node.error(
                "'\(name)' takes bit/s, as 365000 or 365k, from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return BitRate(product)
    }

    private static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
}

extension BitRate {
    fileprivate var timesOneAndAHalf: BitRate { BitRate(bitsPerSecond + bitsPerSecond / 2) }
}
