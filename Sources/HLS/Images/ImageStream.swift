/// EXT-X-IMAGE-STREAM-INF: a media playlist of images, for seeking.
///
/// The tag is no part of draft-pantos-hls-rfc8216bis; players that show thumbnails read it, others pass over it. It is
/// kept among the lines that are not interpreted, and this is what such a line says.
public struct ImageStream: Hashable, Sendable {
    static let tag = "EXT-X-IMAGE-STREAM-INF"

    /// BANDWIDTH: peak, in bits per second.
    public var bandwidth: UInt64
    /// CODECS: `jpeg`, `png`.
    public var codecs: [String]
    /// RESOLUTION of one image, in pixels.
    public var resolution: Resolution?
    /// URI of the media playlist, as given.
    public var uri: String
    /// The other attributes.
    public var otherAttributes: [Attribute]

    /// Images of that peak, in bits per second.
    public init(
        uri: String, bandwidth: UInt64, codecs: [String] = [], resolution: Resolution? = nil,
        otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.codecs = codecs
        self.resolution = resolution
        self.otherAttributes = otherAttributes
    }

    /// What a kept line says; `nil` of another tag, and of one that lacks URI or BANDWIDTH.
    public init?(_ line: UninterpretedLine) {
        guard line.tagName == Self.tag, var list = line.tagValue.flatMap(KeptAttributes.init),
            let uri = list.take("URI"), let bandwidth = list.take("BANDWIDTH").flatMap({ UInt64($0) })
        else { return nil }
        let codecs = list.take("CODECS")?.split(separator: ",").map(String.init) ?? []
        let resolution = list.take("RESOLUTION").flatMap(Resolution.init(attribute:))
        self.init(
            uri: uri, bandwidth: bandwidth, codecs: codecs, resolution: resolution, otherAttributes: list.items)
    }

    /// The tag as a line.
    public var line: UninterpretedLine {
        var list = ["BANDWIDTH=\(bandwidth)"]
        if !codecs.isEmpty { list.append("CODECS=\"\(codecs.joined(separator: ","))\"") }
        if let resolution { list.append("RESOLUTION=\(resolution)") }
        list += otherAttributes.map(\.description) + ["URI=\"\(uri)\""]
        return UninterpretedLine("#\(Self.tag):" + list.joined(separator: ","))
    }
}

extension MultivariantPlaylist {
    /// The playlists of images, in the order of the text. Setting them leaves every other line as it is.
    public var imageStreams: [ImageStream] {
        get { otherLines.compactMap(ImageStream.init) }
        set {
            otherLines.removeAll { ImageStream($0) != nil }
            otherLines += newValue.map(\.line)
        }
    }
}

extension Resolution {
    /// `320x180`, as the value of an attribute.
    init?(attribute text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { UInt64($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }
}
