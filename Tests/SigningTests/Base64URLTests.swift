import Signing
import Testing

// RFC 4648 §10, without its padding, and the two characters that differ from base64.
@Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{3FE}", "z7_Pvg"),
])
func `base64url is that of RFC 4648`(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
}

@Test(arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm+v", "Zm/v", "Zm9v\n", " Zm9v", "Zm9é"])
func `text that is not the one text of some bytes does not decode`(text: String) {
    #expect(Base64URL.decode(text) == nil)
}
