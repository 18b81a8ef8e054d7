import Catalog
import Testing

@Test(arguments: [
    ("Été 🎬 #1 50%", "t-1-50"), ("IMG_0001", "img-0001"), ("--a--b--", "a-b"), ("Clip", "clip"),
])
func `a file's stem becomes an id`(stem: String, id: String) {
    // "Été" begins with É, which is outside [a-z0-9] and so is a leading run that is dropped; é is a run inside.
    #expect(ReelID(stem: stem)?.text == id)
}

@Test func `a stem without letters or digits has no id`() {
    #expect(ReelID(stem: "🎬") == nil)
    #expect(ReelID(stem: String(repeating: "a", count: 60))?.text.count == 48)
}

@Test(arguments: ["", ".hidden", "-x", "a/b", "a b", "é", String(repeating: "a", count: 65)])
func `an unsafe reel id is refused`(text: String) {
    #expect(ReelID(text) == nil)
}

@Test(arguments: ["video/360", "audio/main", "poster"])
func `a rendition is named by its folder`(text: String) {
    #expect(RenditionID(text)?.text == text)
}

@Test(arguments: ["", "/video", "video/", "video//360", "../x", "video/..", "a b"])
func `a rendition never leaves its version's folder`(text: String) {
    #expect(RenditionID(text) == nil)
}

@Test(arguments: [
    ("init", ObjectName.initialization), ("0", .segment(0)), ("12", .segment(12)), ("poster", .poster),
    ("key/3", .contentKey(3)),
])
func `an object's name has one text`(text: String, name: ObjectName) {
    #expect(ObjectName(text) == name)
    #expect(name.text == text)
}

@Test(arguments: ["00", "-1", "key/", "key/01", "+1", "", "99999999999999999999"])
func `other texts name no object`(text: String) {
    #expect(ObjectName(text) == nil)
}

@Test func `a cache key reads reel version rendition object`() throws {
    let key = CacheKey(
        reel: try #require(ReelID("reel-1")), version: try #require(VersionID("0123456789abcdef")),
        rendition: try #require(RenditionID("video/360")), object: .segment(4))
    #expect(key.description == "reel-1:0123456789abcdef:video/360:4")
}
