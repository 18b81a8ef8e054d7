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
        return ([shortest[first] ?? first] + parts.dropFirst().map(String.init)).joined(separator: "-")
    }

    /// ISO 639-2, terminological and bibliographic, to ISO 639-1.
    private static let shortest: [String: String] = {
        let table = """
            ara ar ben bn bul bg cat ca ces cs cze cs cym cy wel cy dan da deu de ger de ell el gre el eng en est et
            eus eu baq eu fas fa per fa fin fi fra fr fre fr gle ga glg gl guj gu heb he hin hi hrv hr hun hu hye hy
            arm hy ind id isl is ice is ita it jpn ja kan kn kat ka geo ka kaz kk khm km kor ko lao lo lat la lav lv
            lit lt mal ml mar mr mkd mk mac mk mon mn msa ms may ms mya my bur my nep ne nld nl dut nl nob nb nno nn
            nor no pan pa pol pl por pt pus ps ron ro rum ro rus ru sin si slk sk slo sk slv sl som so spa es sqi sq
            alb sq srp sr swa sw swe sv tam ta tel te tgl tl tha th tur tr ukr uk urd ur uzb uz vie vi zho zh chi zh
            zul zu afr af amh am aze az bel be bos bs
            """.split { $0 == " " || $0 == "\n" }.map(String.init)
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: table.count, by: 2).map { (table[$0], table[$0 + 1]) })
    }()
}
