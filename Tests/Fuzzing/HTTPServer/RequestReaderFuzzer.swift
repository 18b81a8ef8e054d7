import HTTP

// Compiled together with the sources of HTTPServer by `make fuzz-http`: a plain build knows nothing of it.

private let bodyLimit = 1000
private let headLimit = 2000

/// The first byte says how the rest is cut. However a connection's bytes are cut, the same requests and problems come of
/// them, and none is larger than allowed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let text = bytes[1...]
    let whole = events(of: text, pieces: text.count)
    let cut = events(of: text, pieces: 1 + Int(bytes[0]) % 40)
    if whole != cut { fatalError("cut otherwise it says \(cut), not \(whole)") }
    return 0
}

private func events(of bytes: ArraySlice<UInt8>, pieces size: Int) -> [String] {
    var reader = RequestReader(headLimit: headLimit, bodyLimit: bodyLimit, clientAddress: "127.0.0.1")
    var events: [String] = []
    var rest = bytes
    while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { reader.append($0) }
        rest = rest.dropFirst(size)
        while let event = next(&reader) {
            events.append(event)
            if event.hasPrefix("!") { return events }
        }
    }
    return events
}

/// `nil` when more is needed. That the body is asked for depends on how the bytes are cut.
private func next(_ reader: inout RequestReader) -> String? {
    while true {
        switch reader.next() {
        case .incomplete: return nil
        case .expectsContinue: continue
        case .problem(let problem, let request): return "!\(problem) \(request.method) \(request.target)"
        case .request(let request, let keepsAlive):
            check(request)
            return "\(request) \(keepsAlive)"
        }
    }
}

private func check(_ request: Request) {
    let head = request.method.utf8.count + request.headers.fields.reduce(0) { $0 + $1.name.utf8.count }
    if request.body.count > bodyLimit || head > headLimit { fatalError("too large: \(request)") }
    if request.target.isEmpty || request.target.utf8.contains(where: { $0 <= 0x20 }) {
        fatalError("no target: \(request)")
    }
    for field in request.headers.fields where field.value.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) {
        fatalError("no field: \(field)")
    }
}
