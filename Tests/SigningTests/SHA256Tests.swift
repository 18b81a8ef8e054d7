import Catalog
import Signing
import Testing

// FIPS 180-4 examples.
private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
private let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

@Test func `digests are those of the standard`() {
    #expect(SHA256.digest(Array("abc".utf8)).text == abc)
    #expect(SHA256.digest([]).text == nothing)
}

@Test func `pieces digest as the whole, and a digest may be taken on the way`() {
    var hash = SHA256()
    #expect(hash.digest().text == nothing)
    hash.update(Array("ab".utf8))
    hash.update(Array("xc".utf8)[1...])
    #expect(hash.digest().text == abc)
}
