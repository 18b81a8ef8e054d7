import HLS

/// Chapter 13: content protection.
extension AppleRule {
    static let contentProtection: [AppleRule] = [method, keyFormat, vector, outputOfHD, outputAboveHD, counterMode]

    private static let fairPlay = "com.apple.streamingkeydelivery"

    private static let method = AppleRule(
        "13.2", .appleMust, "FairPlay keys have METHOD=SAMPLE-AES",
        why: "FairPlay decrypts nothing else.",
        mend: "Encrypt samples with cbcs and write METHOD=SAMPLE-AES."
    ) { subject in
        // 13.11 has SAMPLE-AES-CTR.
        subject.problems(ofKeys: { $0.keyFormat == fairPlay && $0.method != .sampleAES && $0.method != .sampleAESCTR })
        {
            "METHOD=\($0.method) with FairPlay"
        }
    }

    private static let keyFormat = AppleRule(
        "13.3", .appleMust, "FairPlay keys have KEYFORMAT=\"com.apple.streamingkeydelivery\"",
        why: "It is how a device knows whom to ask for the key.",
        mend: "Add the KEYFORMAT."
    ) { subject in
        subject.problems(ofKeys: { key in
            URIReference(key.uri ?? "").scheme?.lowercased() == "skd" && key.keyFormat != fairPlay
        }) { "a key at skd: with KEYFORMAT '\($0.effectiveKeyFormat)'" }
    }

    private static let vector = AppleRule(
        "13.4", .appleShould, "FairPlay keys have no IV",
        why: "The key server hands it out with the key; what the playlist says is ignored.",
        mend: "Leave IV out."
    ) { subject in
        subject.problems(ofKeys: { $0.keyFormat == fairPlay && $0.initializationVector != nil }) { _ in
            "IV with FairPlay"
        }
    }

    private static let outputOfHD = AppleRule(
        "13.5", .appleShould, "Encrypted HD variants have HDCP-LEVEL=TYPE-0",
        why: "A device without output protection then passes them over rather than failing.",
        mend: "Add HDCP-LEVEL=TYPE-0."
    ) { subject in
        subject.protected(from: 720, to: 1080).filter { [nil, HDCPLevel.none].contains($0.attributes.hdcpLevel) }.map {
            subject.problem($0, "HDCP-LEVEL is \($0.attributes.hdcpLevel?.rawValue ?? "absent")")
        }
    }

    private static let outputAboveHD = AppleRule(
        "13.6", .appleShould, "Encrypted variants above HD have HDCP-LEVEL=TYPE-1",
        why: "A device without output protection then passes them over rather than failing.",
        mend: "Add HDCP-LEVEL=TYPE-1."
    ) { subject in
        subject.protected(from: 1081, to: .max).filter { $0.attributes.hdcpLevel != .type1 }.map {
            subject.problem($0, "HDCP-LEVEL is \($0.attributes.hdcpLevel?.rawValue ?? "absent")")
        }
    }

    private static let counterMode = AppleRule(
        "13.11", .appleMust, "No key has METHOD=SAMPLE-AES-CTR",
        why: "Apple devices do not decrypt it.",
        mend: "Encrypt with cbcs and write METHOD=SAMPLE-AES, or leave the key to a playlist for other devices."
    ) { subject in
        subject.problems(ofKeys: { $0.method == .sampleAESCTR }) { _ in "METHOD=SAMPLE-AES-CTR" }
    }
}

extension Subject {
    /// Session keys, and the first segment of each playlist that such a key applies to.
    fileprivate func problems(ofKeys isBad: (Key) -> Bool, _ message: (Key) -> String) -> [Problem] {
        let session = (multivariant?.sessionKeys ?? []).enumerated().filter { isBad($0.element) }.map { index, key in
            let positions = texts.reading.locations.sessionKeys
            return Problem(
                path: texts.path, position: index < positions.count ? positions[index] : .none, message: message(key))
        }
        return session
            + members.compactMap { member in
                for (index, segment) in member.playlist.segments.enumerated() {
                    if let key = segment.keys.first(where: isBad) {
                        return problem(member, segment: index, message(key))
                    }
                }
                return nil
            }
    }

    /// Variants of that short side whose samples are encrypted.
    fileprivate func protected(from shortest: UInt64, to longest: UInt64) -> [Stream] {
        let isAll = multivariant?.sessionKeys.contains { $0.method == .sampleAES } ?? false
        let encrypted = Set(members.filter { $0.keys.contains { $0.method == .sampleAES } }.flatMap(\.variants))
        return videoVariants.filter { stream in
            guard let side = stream.shortSide, side >= shortest, side <= longest else { return false }
            return isAll || encrypted.contains(stream.index)
        }
    }
}
