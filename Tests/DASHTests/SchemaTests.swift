import DASH
import Platform
import TestSupport
import Testing

@Suite(.enabled(if: OracleSchema.isThere, OracleSchema.note))
struct SchemaTests {
    private func problems(_ bytes: [UInt8]) throws -> [MPDSchema.Problem] {
        try MPDSchema(contentsOf: try #require(OracleSchema.path)).problems(of: bytes)
    }

    @Test func `what we write is valid, with everything that is modelled`() throws {
        #expect(try problems(fullMPD().serializedBytes()) == [])
    }

    @Test(.enabled(if: Tool.isInstalled("xmllint"), "needs xmllint"))
    func `xmllint says the same`() throws {
        let xmllint = try #require(Tool("xmllint"))
        let schema = try #require(OracleSchema.path)
        try withTemporaryDirectory { folder in
            try FileSystem.write(try fullMPD().serializedBytes(), to: "\(folder)/good.mpd")
            try FileSystem.write(manifest(period: "<Representation/>"), to: "\(folder)/bad.mpd")
            let arguments = ["--nonet", "--noout", "--schema", schema]
            #expect(try xmllint.run(arguments + ["\(folder)/good.mpd"]).status == 0)
            // 3: a document is not valid.
            #expect(try xmllint.run(arguments + ["\(folder)/bad.mpd"]).status == 3)
        }
    }

    @Test func `what is not valid is named with its line`() throws {
        let problems = try problems(manifest(period: "\n<AdaptationSet>\n<Representation id='a'/></AdaptationSet>"))
        #expect(problems.count == 1)
        #expect(problems.first?.line == 3)
        #expect(problems.first?.message.contains("'bandwidth' is required") == true)
        // The order of elements, and a pattern that an entity of the schema makes.
        let order = "<AdaptationSet><Role schemeIdUri='urn:x'/><Label>a</Label></AdaptationSet>"
        #expect(try self.problems(manifest(period: order)).count == 1)
        #expect(try self.problems(manifest(period: "<AdaptationSet codecs='a, b'/>")).isEmpty == false)
    }

    @Test func `what is no XML or has a document type is refused`() throws {
        let schema = try MPDSchema(contentsOf: try #require(OracleSchema.path))
        #expect(throws: MPDError.self) { try schema.problems(of: Array("<MPD".utf8)) }
        #expect(throws: MPDError(.documentType, line: 1)) {
            try schema.problems(of: Array("<!DOCTYPE MPD []><MPD/>".utf8))
        }
        #expect(throws: MPDError(.tooLarge(limit: 5))) { try schema.problems(of: manifest(), byteLimit: 5) }
    }
}

struct SchemaFileTests {
    private func isUsable(_ path: String) -> Bool {
        do throws(MPDError) {
            _ = try MPDSchema(contentsOf: path)
            return true
        } catch {
            return false
        }
    }

    @Test func `a schema that is missing, broken or on the network is an error`() throws {
        #expect(!isUsable("/nowhere/a.xsd"))
        try withTemporaryDirectory { folder in
            try FileSystem.write(Array("<a/>".utf8), to: "\(folder)/a.xsd")
            #expect(!isUsable("\(folder)/a.xsd"))
        }
    }

    @Test func `nothing is fetched from the network`() async throws {
        let text = """
            <schema xmlns="http://www.w3.org/2001/XMLSchema"><import namespace="urn:b" schemaLocation="URL/b.xsd"/>
            <element name="a" xmlns:b="urn:b" type="b:c"/></schema>
            """
        try await RawServer.with({ _ in [.send(Array("HTTP/1.0 404 N\r\n\r\n".utf8)), .close] }) { server in
            try withTemporaryDirectory { folder in
                try FileSystem.write(Array(text.replacing("URL", with: server.url).utf8), to: "\(folder)/a.xsd")
                #expect(!isUsable("\(folder)/a.xsd"))
                #expect(!isUsable("\(server.url)/a.xsd"))
            }
            #expect(server.connections == 0)
        }
    }
}
