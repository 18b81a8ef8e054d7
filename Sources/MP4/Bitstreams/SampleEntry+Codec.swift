extension Box {
    /// The codec of a sample entry as CODECS of a playlist and `codecs` of a MIME type name it (RFC 6381 and the bindings
    /// of the codecs), from the bytes of its configuration; its bare type where there is nothing more to say or to read.
    ///
    /// Of an encrypted entry it is the codec inside. `nil` for a box that is no sample entry.
    public var codec: String? {
        switch content {
        case let entry as VisualSampleEntry: entry.codec(of: type)
        case let entry as AudioSampleEntry: entry.codec(of: type)
        case let entry as XMLSubtitleSampleEntry: entry.codec
        case is WebVTTSampleEntry: "wvtt"
        default: nil
        }
    }
}

extension BoxContainer {
    /// The type that the entry had before encryption; `nil` when it is not encrypted or does not say.
    fileprivate var protectedFormat: FourCC? { first(ProtectionSchemeInformationBox.self)?.originalFormat }
}

extension VisualSampleEntry {
    fileprivate func codec(of type: FourCC) -> String {
        let type = protectedFormat ?? type
        switch type {
        // Encrypted by no scheme that says what is inside.
        case "encv": return "encv"
        case "dvh1", "dvhe", "dva1", "dvav", "dav1":
            if let configuration = DolbyVisionConfiguration(self) { return configuration.codec(sampleEntry: type) }
        default: break
        }
        if let box = first(AVCConfigurationBox.self) { return box.codec(sampleEntry: type) }
        if let box = first(HEVCConfigurationBox.self) { return box.codec(sampleEntry: type) }
        if let box = first(AV1ConfigurationBox.self) { return box.codec(sampleEntry: type, colour: boxColour) }
        if let box = first(VPCodecConfigurationBox.self) { return box.codec(sampleEntry: type) }
        if let box = first(ElementaryStreamDescriptorBox.self) { return box.codec(sampleEntry: type) }
        return "\(type)"
    }
}

extension AudioSampleEntry {
    fileprivate func codec(of type: FourCC) -> String {
        let type = protectedFormat ?? type
        if type == "mp4a", let box = streamDescriptors { return box.codec() }
        // The profile of MPEG-H audio follows the version in its configuration (ISO/IEC 23008-3 §20.5.2).
        if type == "mhm1" || type == "mha1" {
            let configuration = children.first { $0.type == "mhaC" }?.content as? OpaqueBox
            if let payload = configuration?.payload, payload.count > 1 { return "\(type).0x\(payload[1].hexadecimal)" }
        }
        return "\(type)"
    }
}

extension XMLSubtitleSampleEntry {
    /// `stpp`, and the profile of TTML where the MIME type in the entry or its schema names one.
    fileprivate var codec: String {
        if let profiles = mimeProfiles { return "stpp.ttml.\(profiles)" }
        let schemas: [(String, String)] = [
            ("http://www.w3.org/ns/ttml/profile/imsc1.1/text", "im2t"),
            ("http://www.w3.org/ns/ttml/profile/imsc1.1/image", "im2i"),
            ("http://www.w3.org/ns/ttml/profile/imsc1/text", "im1t"),
            ("http://www.w3.org/ns/ttml/profile/imsc1/image", "im1i"),
        ]
        let named = (namespace.description + " " + schemaLocation.description).split(separator: " ").map(String.init)
        for (schema, profile) in schemas where named.contains(schema) { return "stpp.ttml.\(profile)" }
        return "stpp"
    }

    /// `codecs` of the `mime` box: `application/ttml+xml;codecs=im1t` (ISO/IEC 14496-12, MIMEBox). It is for others
    /// to quote, so only what can stand in a codec string is taken.
    private var mimeProfiles: String? {
        guard let payload = (children.first { $0.type == "mime" }?.content as? OpaqueBox)?.payload, payload.count > 4
        else { return nil }
        let type = String(decoding: payload[4...].prefix { $0 != 0 }, as: UTF8.self)
        guard type.hasPrefix("application/ttml+xml") else { return nil }
        for parameter in type.split(separator: ";").dropFirst() {
            let parts = parameter.filter { $0 != " " && $0 != "\"" }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "codecs" else { continue }
            let isPlain = parts[1].utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2B || $0 == 0x7C
            }
            return isPlain ? String(parts[1]) : nil
        }
        return nil
    }
}
