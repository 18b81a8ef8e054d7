import Catalog
import Testing

@Test(arguments: [
    ("video/360/init.mp4", "video/360", ObjectName.initialization), ("video/360/00007.m4s", "video/360", .segment(7)),
    ("audio/main/100000.m4s", "audio/main", .segment(100_000)), ("poster.jpg", "poster", .poster),
    ("poster-360.jpg", "poster-360", .poster), ("tiles/00002.jpg", "tiles", .segment(2)),
])
func `a path names an object, and the object the path`(path: String, rendition: String, object: ObjectName) throws {
    let named = try #require(PackageLayout.object(atPath: path))
    #expect(named.rendition.text == rendition)
    #expect(named.object == object)
    #expect(PackageLayout.path(of: object, in: named.rendition) == path)
}

@Test(arguments: [
    "video/360/7.m4s", "video/360/+0007.m4s", "video/360/playlist.m3u8", "package.json", "00000.m4s", "poster-.jpg",
    "tiles/00000.m4s", "tiles/thumbnails.vtt", "video/360/00000.jpg", "poster-0360.jpg", "poster--1.jpg", "posters.jpg",
    "progressive/360.mp4", "progressive/init.mp4",
])
func `other paths are no objects`(path: String) {
    #expect(PackageLayout.object(atPath: path) == nil)
}

@Test func `media types follow the folder and the ending`() {
    #expect(PackageLayout.mediaType(ofPath: "video/360/init.mp4") == "video/mp4")
    #expect(PackageLayout.mediaType(ofPath: "audio/main/00000.m4s") == "audio/mp4")
    #expect(PackageLayout.mediaType(ofPath: "progressive/main.m4a") == "audio/mp4")
    #expect(PackageLayout.mediaType(ofPath: "multivariant.m3u8") == "application/vnd.apple.mpegurl")
}
