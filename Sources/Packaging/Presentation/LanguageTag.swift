internal import HLS

/// A language as playlists name it: BCP 47, which wants the shortest code (RFC 5646 §2.2.1), where files have ISO 639-2.
package enum LanguageTag {
    /// `nil` of what is no language tag, and of codes that say there is none.
    package static func of(_ language: String?) -> String? {
        guard let language else { return nil }
        let parts = language.split(separator: "-", omittingEmptySubsequences: false)
        let isWellFormed = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard let first = parts.first?.lowercased(), isWellFormed, (2...3).contains(first.count),
            first.allSatisfy(\.isLetter), !["und", "zxx", "mul", "mis"].contains(first)
        else { return nil }
        return ([LanguageCodes.shorter(first) ?? first] + parts.dropFirst().map(String.init)).joined(separator: "-")
    }

    /// What speakers of a language call it; `nil` where the table has none.
    package static func name(_ tag: String) -> String? {
        let parts = tag.split(separator: "-")
        guard let name = parts.first.flatMap({ names[$0.lowercased()] }) else { return nil }
        return parts.count == 1 ? name : "\(name) (\(parts.dropFirst().joined(separator: "-")))"
    }

    private static let names = [
        "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "da": "Dansk", "de": "Deutsch",
        "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti", "fa": "فارسی", "fi": "Suomi",
        "fr": "Français", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "id": "Bahasa Indonesia",
        "it": "Italiano", "ja": "日本語", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "nb": "Norsk bokmål",
        "nl": "Nederlands", "no": "Norsk", "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский",
        "sk": "Slovenčina", "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "th": "ไทย", "tr": "Türkçe",
        "uk": "Українська", "vi": "Tiếng Việt", "zh": "中文",
    ]
}
