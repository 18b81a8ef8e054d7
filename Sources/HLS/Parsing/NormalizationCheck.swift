/// Whether text is in Unicode Normalization Form C, by the properties the standard library has. Unicode UAX #15.
struct NormalizationCheck {
    func isNFC(_ scalars: String.UnicodeScalarView) -> Bool {
        var starter: Unicode.Scalar?
        var lastClass: UInt8 = 0
        for scalar in scalars {
            if scalar.value < 0x300 {
                (starter, lastClass) = (scalar, 0)
                continue
            }
            let properties = scalar.properties
            if properties.isFullCompositionExclusion { return false }
            let combiningClass = properties.canonicalCombiningClass.rawValue
            if combiningClass != 0, lastClass > combiningClass { return false }
            let isBlocked = lastClass != 0 && lastClass >= combiningClass
            if let starter, !isBlocked, Self.mayCompose(scalar, properties), Self.composes(starter, scalar) {
                return false
            }
            if combiningClass == 0 { starter = scalar }
            lastClass = combiningClass
        }
        return true
    }

    /// Marks, and the vowels and final consonants of Hangul, are all that composes with what is before it.
    private static func mayCompose(_ scalar: Unicode.Scalar, _ properties: Unicode.Scalar.Properties) -> Bool {
        switch scalar.value {
        case 0x1161...0x1175, 0x11A8...0x11C2: return true
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether one scalar is canonically equivalent to the two, which is what comparing strings compares.
    private static func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        if (0x1161...0x1175).contains(second.value) { return (0x1100...0x1112).contains(first.value) }
        if (0x11A8...0x11C2).contains(second.value) {
            return (0xAC00...0xD7A3).contains(first.value) && (first.value - 0xAC00) % 28 == 0
        }
        var pair = String.UnicodeScalarView()
        pair.append(first)
        pair.append(second)
        return composites.contains(String(pair))
    }

    /// Every scalar that is composed of two, in the blocks that have such.
    private static let composites: Set<String> = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x30FF, 0x11000...0x11FFF, 0x16100...0x16FFF]
        var result: Set<String> = []
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init)
        where !scalar.properties.isFullCompositionExclusion {
            result.insert(String(scalar))
        }
        return result
    }()
}
