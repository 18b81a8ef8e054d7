import Platform
import Testing

@Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("2001:DB8:0:0::1", "2001:db8::1"), ("::1", "::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
])
func `an address has one text`(written: String, canonical: String) {
    #expect(NumericAddress.canonical(written) == canonical)
}

@Test(arguments: [
    "", "999.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4x", "localhost", "[::1]", ":::", "1.2.3.4 ", "fe80::1%lo",
])
func `what is no address has none`(text: String) { #expect(NumericAddress.canonical(text) == nil) }
