extension ElementaryStreamDescriptorBox {
    /// The codec by RFC 6381 §3.3: the type of the sample entry, the object type in hexadecimal and, of MPEG-4 audio and
    /// video, what the decoder specific information says: `mp4a.40.2`, `mp4a.6B`, `mp4v.20.240`. As far as is known.
    public func codec(sampleEntry type: FourCC = "mp4a") -> String {
        guard let config = decoderConfig else { return "\(type)" }
        let short = "\(type).\(config.objectTypeIndication.hexadecimal)"
        guard let information = decoderSpecificInfo else { return short }
        switch config.objectTypeIndication {
        case 0x40: return (try? AudioSpecificConfig(information)).map { "\(short).\($0.signalledObjectType)" } ?? short
        case 0x20: return Self.visualProfile(information).map { "\(short).\($0)" } ?? short
        default: return short
        }
    }

    /// profile_and_level_indication of a visual object sequence (ISO/IEC 14496-2 §6.2.2).
    private static func visualProfile(_ information: [UInt8]) -> UInt8? {
        information.count > 4 && Array(information[..<4]) == [0, 0, 1, 0xB0] ? information[4] : nil
    }
}
