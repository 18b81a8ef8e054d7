import Catalog
import HTTP
import MediaTypes
import Origin
import Testing

@Test func `the feed pages through every reel once`() throws {
    try withPackages("a", "b", "c", "d", "e") { fixture in
        let origin = try makeOrigin(fixture)
        origin.setRemoved(true, try #require(ReelID("c")))
        var (target, seen) = ("/v1/reels?limit=2", [[String]]())
        while seen.count < 10 {
            let page = try origin.get(target).json(FeedPage.self)
            seen.append(page.items.map(\.id.text))
            guard let cursor = page.nextCursor else { break }
            target = "/v1/reels?limit=2&cursor=\(cursor)"
        }
        #expect(seen == [["a", "b"], ["d", "e"]])
    }
}

@Test func `an item of the feed is the reel's row, with an unsigned poster that can be fetched`() throws {
    try withPackages("a") { fixture in
        let origin = try makeOrigin(fixture)
        let page = try origin.get("/v1/reels").json(FeedPage.self)
        let poster = "http://localhost:8080/posters/a/\(oldVersion)/poster.jpg"
        #expect(
            page.items == [
                FeedPage.Item(
                    id: try #require(ReelID("a")), posterUrl: poster, previewColor: "#102030", durationMs: 4000,
                    aspect: "9:16")
            ])
        let picture = origin.get("/posters/a/\(oldVersion)/poster.jpg")
        #expect(picture.text == "a picture")
        #expect(picture.headers["Content-Type"] == "image/jpeg")
        #expect(picture.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        // Nothing else is unsigned.
        #expect(origin.get("/posters/a/\(oldVersion)/video/360/init.mp4").status == 404)
        #expect(origin.get("/posters/a/\(oldVersion)/package.json").status == 404)
    }
}

@Test func `only the fields asked for are there, and the id`() throws {
    try withPackages("a") { fixture in
        let origin = try makeOrigin(fixture)
        let expected = #"{"format":1,"items":[{"aspect":"9:16","durationMs":4000,"id":"a"}]}"#
        #expect(origin.get("/v1/reels?fields=durationMs,aspect").text == expected)
        #expect(origin.get("/v1/reels?fields=durationMs%2Caspect").text == expected)
        #expect(origin.get("/v1/reels?fields=id").text == #"{"format":1,"items":[{"id":"a"}]}"#)
    }
}

@Test(arguments: [
    "limit=0", "limit=101", "limit=x", "limit=%31", "limit=", "limit=+1", "cursor=!", "cursor=YQ==", "cursor=Ly4u",
    "fields=secret",
])
func `a feed query that makes no sense is 400`(query: String) throws {
    try withPackages("a") { fixture in
        let origin = try makeOrigin(fixture)
        #expect(origin.get("/v1/reels?\(query)").status == 400)
    }
}

@Test func `a new version appears, and old URLs work until they expire`() throws {
    try withPackages("a") { fixture in
        let origin = try makeOrigin(fixture)
        let old = try origin.signedFolder(of: "a")
        try fixture.addVersion(newVersion, of: "a")
        try fixture.publish(newVersion, of: "a")
        #expect(try origin.signedFolder(of: "a").hasSuffix("/media/a/\(newVersion)/"))
        #expect(origin.get(old + "video/360/init.mp4").status == 200)
        #expect(try reason(origin.get(old + "video/360/init.mp4", at: noon + .seconds(300))) == .expired)
    }
}
