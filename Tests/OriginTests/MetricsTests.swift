import Catalog
import HTTP
import HTTPServer
import MediaTypes
import Origin
import Platform
import TestSupport
import Testing

/// What `GET /metrics` says, a line each, without its comments.
private func samples(_ origin: Origin) -> [String: String] {
    var found: [String: String] = [:]
    for line in origin.get("/metrics").text.split(separator: "\n") where !line.hasPrefix("#") {
        guard let space = line.lastIndex(of: " ") else { continue }
        found[String(line[..<space])] = String(line[line.index(after: space)...])
    }
    return found
}

@Test func `responses that were sent are counted by route, status and verdict`() throws {
    try withPackages("one", "two", "bad") { fixture in
        try FileSystem.write([], to: "\(fixture.root)/bad/reel.json")
        let origin = try makeOrigin(fixture)
        origin.setRemoved(true, try #require(ReelID("two")))
        let server = try OriginServer(origin, now: { noon }, log: { _ in })
        let folder = try origin.signedFolder(of: "one")
        let connection = try RawConnection(port: server.port)
        for target in [
            folder + "video/360/init.mp4", folder + "video/360/init.mp4", folder + "missing", "/v1/reels",
            "/media/one/\(oldVersion)/video/360/init.mp4", "/v1/reels/two/playback", "/elsewhere",
            "/posters/one/\(oldVersion)/poster.jpg",
        ] {
            connection.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = connection.receive(until: "\r\n\r\n")
            let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }?.dropFirst(16)
            var missing = Int(length ?? "") ?? 0
            while missing > 0 { missing -= connection.receive(missing).count }
        }
        server.stop()
        let found = samples(origin)
        let count = "reelrig_http_responses_total"
        #expect(found["\(count){route=\"media\",status=\"200\",verdict=\"ok\"}"] == "2")
        #expect(found["\(count){route=\"media\",status=\"404\",verdict=\"ok\"}"] == "1")
        #expect(found["\(count){route=\"media\",status=\"403\",verdict=\"missing\"}"] == "1")
        #expect(found["\(count){route=\"feed\",status=\"200\",verdict=\"open\"}"] == "1")
        #expect(found["\(count){route=\"playback\",status=\"410\",verdict=\"open\"}"] == "1")
        #expect(found["\(count){route=\"other\",status=\"404\",verdict=\"open\"}"] == "1")
        #expect(found["reelrig_http_response_bytes_total{route=\"poster\"}"] == "9")
        #expect(found["reelrig_http_response_duration_seconds_bucket{route=\"media\",le=\"+Inf\"}"] == "4")
        #expect(found["reelrig_http_response_duration_seconds_count{route=\"media\"}"] == "4")
        #expect(found["reelrig_http_responses_cut_total{route=\"media\"}"] == "0")
        for (state, number) in [("served", "1"), ("removed", "1"), ("broken", "1")] {
            #expect(found["reelrig_reels{state=\"\(state)\"}"] == number)
        }
    }
}

@Test func `what only the moment knows is asked for`() throws {
    try withPackages("one") { fixture in
        var settings = Origin.Settings()
        settings.gauges = { Gauges(connections: 7, process: ProcessUsage(residentBytes: 4096, openFiles: 12)) }
        let found = samples(try makeOrigin(fixture, settings: settings))
        #expect(found["reelrig_http_connections"] == "7")
        #expect(found["process_resident_memory_bytes"] == "4096" && found["process_open_fds"] == "12")
        #expect(samples(try makeOrigin(fixture))["reelrig_http_connections"] == nil)
    }
}

@Test func `metrics are for who asks, not for pages of other sites`() throws {
    try withPackages("one") { fixture in
        let response = try makeOrigin(fixture).get("/metrics")
        #expect(response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["Access-Control-Allow-Origin"] == nil)
    }
}

@Test func `open connections are counted and forgotten`() throws {
    try withPackages("one") { fixture in
        let count = ConnectionCount()
        let server = try OriginServer(makeOrigin(fixture), connections: count, now: { noon }, log: { _ in })
        let connections = try (0..<5).map { _ in try RawConnection(port: server.port) }
        for connection in connections {
            connection.send("GET /v1/reels HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(connection.receive(until: "200 OK").contains("200 OK"))
        }
        withExtendedLifetime(connections) { #expect(count.value == 5) }
        server.stop()
        #expect(count.value == 0)
    }
}

@Test(
    .enabled(
        if: Tool.isInstalled("curl") && Tool.pythonHas("prometheus_client"), "needs curl and Python's prometheus_client"
    ))
func `Prometheus's own parser reads it`() throws {
    try withPackages("one") { fixture in
        var settings = Origin.Settings()
        settings.gauges = { Gauges(connections: 1, process: ProcessUsage(residentBytes: 1, openFiles: 1)) }
        let origin = try makeOrigin(fixture, settings: settings)
        let server = try OriginServer(origin, now: { noon }, log: { _ in })
        let curl = try #require(Tool("curl"))
        #expect(try curl.run(["-sS", "\(server.url)/v1/reels"]).status == 0)
        server.stop()
        try withTemporaryDirectory { folder in
            try FileSystem.write(Array(origin.get("/metrics").text.utf8), to: "\(folder)/metrics")
            let script = """
                import sys
                from prometheus_client.parser import text_string_to_metric_families
                families = list(text_string_to_metric_families(open(sys.argv[1]).read()))
                print(*sorted(f'{f.name}:{f.type}:{len(f.samples)}' for f in families))
                """
            let output = try #require(Tool("python3")).run(["-c", script, "\(folder)/metrics"])
            #expect(
                output.text == """
                    process_open_fds:gauge:1 process_resident_memory_bytes:gauge:1 reelrig_http_connections:gauge:1 \
                    reelrig_http_response_bytes:counter:1 reelrig_http_response_duration_seconds:histogram:12 \
                    reelrig_http_responses:counter:1 reelrig_http_responses_cut:counter:1 reelrig_reels:gauge:3

                    """, "\(output.standardError)")
        }
    }
}
