// Compiled together with the sources of HLS by `make fuzz-hls`: a plain build knows nothing of it.

/// Reads any bytes both ways. What was read is written, and reading that gives the same value, unless a variable put in
/// what reads as a reference to another.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let context = ReadingContext(uri: "https://h/a.m3u8?a=1&b=%22", multivariantVariables: ["v": "x"])
    _ = Playlist.parse(bytes, mode: .strict, context: context)
    let reading = Playlist.parse(bytes, mode: .lenient, context: context)
    guard reading.refusal == nil, !bytes.contains(UInt8(ascii: "{")) else { return 0 }
    // A media playlist with no valid tag of its kind is written as no kind at all.
    if let media = reading.playlist.media, media.targetDuration == nil { return 0 }
    let text = reading.playlist.serialized()
    let again = Playlist.parse(text, mode: .lenient, context: context)
    if again.playlist != reading.playlist {
        fatalError("written and read again, the playlist is another:\n\(text)---\n\(again.playlist.serialized())")
    }
    return 0
}
