import Catalog
import Foundation
import Platform
import TestSupport
import Testing

/// Chromium, which plays HLS without a library since version 142.
private final class Browser {
    private let process = Process()

    /// Opens a page and shows nothing. It resolves no name, so it reaches this machine only.
    init(_ url: String, in folder: String) throws {
        process.executableURL = URL(fileURLWithPath: try #require(Tool("chromium")).path)
        process.arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-breakpad",
            "--disable-dev-shm-usage", "--mute-audio", "--autoplay-policy=no-user-gesture-required",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--user-data-dir=\(folder)/profile", url,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func close() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// Plays the reel "one" in each form and tells the server it came from how far that went.
private func page(_ origin: String) -> String {
    """
    <!doctype html><title>play</title><script>
    function play(url, credentials) {
        return new Promise((resolve) => {
            const video = document.createElement("video");
            if (credentials) video.crossOrigin = "use-credentials";
            video.muted = true;
            video.playbackRate = 4;
            video.onended = () => resolve("ended");
            video.onerror = () => resolve("error" + video.error.code);
            video.src = url;
            document.body.append(video);
            video.play().catch((error) => resolve(error.name));
        }).then((end) => {
            const video = document.querySelector("video");
            const seen = video.getVideoPlaybackQuality().totalVideoFrames;
            const text = `end=${end}&time=${video.currentTime}&size=${video.videoWidth}x${video.videoHeight}&frames=${seen}`;
            video.remove();
            return text;
        });
    }
    onload = async () => {
        for (const form of ["path", "query", "cookie"]) {
            let text;
            try {
                const options = form === "cookie" ? {credentials: "include"} : {};
                const answer = await fetch(`\(origin)/v1/reels/one/playback?form=${form}`, options);
                text = await play((await answer.json()).url, form === "cookie");
            } catch (error) {
                text = `end=${error.name}`;
            }
            await fetch(`/report?form=${form}&${text}`);
        }
    };
    </script><body></body>
    """
}

private func response(_ type: String, _ body: String) -> [UInt8] {
    Array(
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            .utf8)
}

@Suite(.enabled(if: Tool.isInstalled("chromium"), "needs chromium")) struct `Chromium's own player` {
    @Test func `plays a reel to its end with the token in the path, in the query and in a cookie`() async throws {
        let folder = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
        defer { try? FileSystem.removeTree(folder) }
        let made = try Tool.reelrig.run([
            "sample", "one", "--size", "180x320", "--rate", "15", "--length", "4", "--out", folder,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        let packaged = try Tool.reelrig.run(["package", "\(folder)/one.mp4", "--out", "\(folder)/reels"])
        try #require(packaged.status == 0, "\(packaged.standardError)")
        let server = try Server(["\(folder)/reels"])
        let reports = Mailbox<String>()
        try await RawServer.with { [origin = server.announcement.url] head in
            let target = head.split(separator: " ").dropFirst().first ?? ""
            if target.hasPrefix("/report?") { reports.post(String(target.dropFirst("/report?".count))) }
            return [.send(target == "/" ? response("text/html", page(origin)) : response("text/plain", "")), .close]
        } _: { pages in
            let browser = try Browser("\(pages.url)/", in: folder)
            defer { browser.close() }
            for form in ["path", "query", "cookie"] {
                // One after the other; a machine that is busy may take its time.
                let report = try #require(reports.take(within: .seconds(60)).first, "no report of \(form)")
                let parts = report.split(separator: "&").map { $0.split(separator: "=").map(String.init) }
                let values = Dictionary(uniqueKeysWithValues: parts.map { ($0[0], $0.count > 1 ? $0[1] : "") })
                #expect(values["form"] == form && values["end"] == "ended", "\(report)")
                #expect(values["size"] == "180x320", "\(report)")
                // 4 s; sound may be a frame of AAC longer.
                #expect(Double(values["time"] ?? "").map { abs($0 - 4) < 0.1 } == true, "\(report)")
                #expect(Int(values["frames"] ?? "").map { $0 > 30 } == true, "\(report)")
            }
        }
        // The media was refused to nobody, and each form was used.
        let log = try server.stop(SIGTERM).text.split(separator: "\n")
        let entries = try log.map { try CanonicalJSON.decode(AccessLogEntry.self, from: Array($0.utf8)) }
        let media = entries.filter { $0.rendition != nil && $0.status < 300 }
        #expect(media.contains { $0.target.hasPrefix("/~1.k1.") } && media.contains { $0.target.contains("?t=1.k1.") })
        #expect(media.contains { !$0.target.contains("1.k1.") })
        #expect(!entries.contains { $0.status == 403 })
    }
}
