import HTTP
import Testing

// RFC 9110 §12.5.3, its examples among them.
@Test(arguments: [
    ("gzip", true), ("compress, gzip", true), ("GZIP", true), ("x-gzip", true), ("*", true), ("br, *;q=0.1", true),
    ("compress;q=0.5, gzip;q=1.0", true), ("gzip;q=1.0, identity; q=0.5, *;q=0", true), ("gzip ; q=0.001", true),
    ("gzip;q=1.000", true), ("identity, gzip", true), (" ,, gzip,", true), ("identity;q=0, gzip;q=0.2", true),
    ("", false), ("br", false), ("identity", false), ("gzip;q=0", false), ("gzip;q=0.000", false),
    ("*;q=0", false), ("*, gzip;q=0", false), ("identity;q=0.9, gzip;q=0.8", false), ("gzip;q=2", false),
    ("gzip;q=1.001", false), ("gzip;q=0.1234", false), ("gzip;q=", false), ("gzip;x=1", false), ("gzip;q=-1", false),
    ("gzip;q=.5", false), ("gzip;q=0x5", false), ("gzipx", false), ("gzip;q=0.5;q=1", false),
])
func `gzip is sent to who takes it and likes nothing better`(field: String, expected: Bool) {
    #expect(AcceptedEncodings([field]).prefersGzip == expected)
}

@Test func `several fields are one list, and none asks for nothing`() {
    #expect(AcceptedEncodings(["br", "gzip"]).prefersGzip)
    #expect(!AcceptedEncodings([]).prefersGzip)
    let flood = Array(repeating: String(repeating: "a,", count: 5000) + "gzip", count: 3)
    #expect(!AcceptedEncodings(flood).prefersGzip)
}
