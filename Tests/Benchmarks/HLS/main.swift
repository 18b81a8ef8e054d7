// Compiled together with the sources of HLS by `make bench-hls`: a plain build knows nothing of it.
// Reads the playlist named on the command line again and again, strictly, and prints the seconds of one reading.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

let arguments = CommandLine.arguments
let bytes = contents(of: arguments.count > 1 ? arguments[1] : "")
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20
var best = Duration.seconds(3600)
var segments = 0
let clock = ContinuousClock()
for _ in 0..<rounds {
    let start = clock.now
    let reading = Playlist.parse(bytes, mode: .strict)
    best = min(best, clock.now - start)
    segments = reading.playlist.media?.segments.count ?? 0
}
let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
print("\(seconds) \(segments)")
