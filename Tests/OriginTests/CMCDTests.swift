import Catalog
import HTTP
import MediaTypes
import Origin
import Testing

private func entry(_ origin: Origin, _ target: String, _ headers: Headers = [:]) -> AccessLogEntry {
    var headers = headers
    headers["Host"] = "h"
    let outcome = origin.respond(to: Request(target: target, headers: headers), at: noon)
    return outcome.logEntry(
        Delivery(status: outcome.response.status, bytes: outcome.response.body.length, complete: true), after: .zero)
}

@Test func `what a player says in the query and in fields is in the log, and changes no answer`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let target = try origin.signedFolder(of: "one") + "video/360/init.mp4"
        let plain = entry(origin, target)
        #expect(plain.cmcd == nil && plain.cmcdProblem == nil)
        let query = entry(origin, target + "?CMCD=bl%3D4000%2Ccid%3D%22reel-42%22%2Cot%3Dv%2Csu&x=1")
        #expect(query.status == 200 && query.verdict == "ok" && query.cmcdProblem == nil)
        #expect(
            query.cmcd
                == CMCD([
                    "bl": .integer(4000), "cid": .string("reel-42"), "ot": .token("v"), "su": .flag(true),
                ]))
        let fields = entry(
            origin, target,
            [
                "CMCD-Object": "br=800,ot=v", "cmcd-request": "mtp=3400", "CMCD-Session": "sid=\"s\"",
                "CMCD-Status": "bs",
            ])
        #expect(fields.cmcd?.values.keys.sorted() == ["br", "bs", "mtp", "ot", "sid"])
        let plainAnswer = origin.get(target)
        let answer = origin.get(target + "?CMCD=br%3D1", ["CMCD-Object": "br=2"])
        #expect(answer.headers["ETag"] == plainAnswer.headers["ETag"])
        #expect(try answer.content == (try plainAnswer.content))
    }
}

@Test(arguments: ["CMCD", "CMCD=", "CMCD=%", "CMCD=%00", "CMCD=%FF%FE", "CMCD=br=x", "CMCD=CMCD=", "CMCD=(((((("])
func `a bad one never fails a request`(query: String) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let line = entry(
            origin, try origin.signedFolder(of: "one") + "video/360/init.mp4?\(query)", ["CMCD-Status": query])
        #expect(line.status == 200 && line.verdict == "ok")
        #expect(line.cmcd == nil && line.cmcdProblem != nil)
    }
}

@Test func `the token of an address that a player tells of is not in the log`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        let signature = try #require(folder.split(separator: "/").first?.split(separator: ".").last)
        #expect(signature.utf8.count == 43)
        let next = "\(folder)video/360/00000.m4s"
        let once = next.replacing("/", with: "%2F").replacing("~", with: "%7E")
        let twice = once.replacing("%", with: "%25")
        for (query, field) in [
            ("?CMCD=nor%3D%22\(once)%22", ""), ("?CMCD=nor%3D%22\(twice)%22", ""), ("", "nor=\"\(next)\""),
            ("", "nor=\"\(once)\""), ("", "nor=\"\(twice)\""), ("", "nor=(\"\(next)\";r=\"\(next)\"),v=2"),
            ("", "com.example-x=\"t=\(folder.dropFirst(2))\""), ("", "a-b=x\(folder)"),
        ] {
            let line = entry(origin, folder + "video/360/init.mp4" + query, ["CMCD-Request": field])
            #expect(line.status == 200)
            #expect(query.isEmpty && field.isEmpty || line.cmcd != nil, "\(query)\(field)")
            let text = String(decoding: line.line, as: UTF8.self)
            #expect(!text.contains(signature), "\(text)")
        }
    }
}
