import MediaTypes
import Packaging
import Testing

@Test(arguments: [
    ("eng", "en"), ("ger", "de"), ("deu", "de"), ("zho", "zh"), ("haw", "haw"), ("hat", "ht"), ("pt-BR", "pt-BR"),
    ("ENG", "en"), ("und", nil), ("", nil), ("e", nil), ("english", nil), ("en-", nil), ("x\"y", nil),
])
func `a language is named by the shortest code of BCP 47`(_ language: String, _ tag: String?) {
    #expect(LanguageTag.of(language) == tag)
}
