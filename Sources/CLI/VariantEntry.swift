import HLS

/// A variant as it is printed.
struct VariantEntry {
    private(set) var fields = NamedValues()

    init(_ variant: VariantStream) {
        add(variant.attributes)
        fields.add("frameRate", number: variant.frameRate)
        fields.add("audio", text: variant.audioGroup)
        fields.add("subtitles", text: variant.subtitlesGroup)
        switch variant.closedCaptions {
        case nil: break
        case .some(.none): fields.add("closedCaptions", text: "NONE")
        case .group(let id): fields.add("closedCaptions", text: id)
        }
        finish(variant.uri, variant.attributes)
    }

    init(_ variant: IFrameVariantStream) {
        add(variant.attributes)
        finish(variant.uri, variant.attributes)
    }

    private mutating func add(_ attributes: StreamAttributes) {
        fields.add("bandwidth", number: attributes.bandwidth)
        fields.add("averageBandwidth", number: attributes.averageBandwidth)
        fields.add("score", number: attributes.score)
        fields.add("codecs", list: attributes.codecs)
        fields.add("supplementalCodecs", list: attributes.supplementalCodecs)
        fields.add("resolution", text: attributes.resolution)
        fields.add("hdcpLevel", text: attributes.hdcpLevel?.rawValue)
        fields.add("allowedCPC", list: attributes.allowedContentProtection)
        fields.add("videoRange", text: attributes.videoRange?.rawValue)
        fields.add("requiredVideoLayout", list: attributes.requiredVideoLayout)
        fields.add("stableVariantID", text: attributes.stableVariantID)
        fields.add("video", text: attributes.videoGroup)
        fields.add("pathwayID", text: attributes.pathwayID)
    }

    private mutating func finish(_ uri: String, _ attributes: StreamAttributes) {
        fields.add("otherAttributes", list: attributes.otherAttributes.map(\.description))
        fields.add("uri", text: uri)
    }
}

extension Rendition {
    /// The rendition as it is printed.
    var fields: NamedValues {
        var fields = NamedValues()
        fields.add("type", text: kind.rawValue)
        fields.add("group", text: groupID)
        fields.add("name", text: name)
        fields.add("language", text: language)
        fields.add("associatedLanguage", text: associatedLanguage)
        fields.add("isDefault", flag: isDefault == true)
        fields.add("isAutoselect", flag: isAutoselect == true)
        fields.add("isForced", flag: isForced == true)
        fields.add("instreamID", text: instreamID)
        fields.add("bitDepth", number: bitDepth)
        fields.add("sampleRate", number: sampleRate)
        fields.add("characteristics", list: characteristics)
        fields.add("channels", text: channels)
        fields.add("stableRenditionID", text: stableRenditionID)
        fields.add("otherAttributes", list: otherAttributes.map(\.description))
        fields.add("uri", text: uri)
        return fields
    }
}
