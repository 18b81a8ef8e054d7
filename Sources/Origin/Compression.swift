import Gzip
import HTTP

/// Which answers are sent as gzip to clients that take it.
enum Compression {
    private static let mediaTypes: Set = [
        "application/vnd.apple.mpegurl", "application/dash+xml", "application/json",
    ]

    static func applies(to mediaType: String) -> Bool { mediaTypes.contains(mediaType) }

    /// `nil` where the type is another, or nothing is gained.
    static func packed(_ bytes: [UInt8], _ mediaType: String) -> [UInt8]? {
        guard applies(to: mediaType), bytes.count > 64, let packed = try? Gzip.compress(bytes),
            packed.count < bytes.count
        else { return nil }
        return packed
    }
}

extension Reply {
    /// The same answer as a request may have it: JSON without an entity tag is packed as it is sent.
    consuming func packed(for request: Request) -> Reply {
        guard headers["ETag"] == nil, case .bytes(let bytes) = body, let type = headers["Content-Type"],
            Compression.applies(to: type)
        else { return self }
        headers.append("Vary", "Accept-Encoding")
        guard AcceptedEncodings(request.headers.values(of: "Accept-Encoding")).prefersGzip,
            let packed = Compression.packed(bytes, type)
        else { return self }
        headers.append("Content-Encoding", "gzip")
        body = .bytes(packed)
        return self
    }
}
