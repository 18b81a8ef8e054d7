internal import CMicroHTTPD
internal import HTTP
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A response as libmicrohttpd sends it.
struct NativeResponse: ~Copyable {
    let status: Int
    /// Of the body.
    let length: Int
    private let response: OpaquePointer

    /// `nil` when the body's file cannot be opened or is shorter than promised, or a header field is not one.
    init?(_ source: Response) {
        var headers = source.headers
        // Only the daemon says the length, of a 304 that of what it leaves out.
        let absent = source.status == 304 ? headers["Content-Length"].flatMap { UInt64($0) } : nil
        headers["Content-Length"] = nil
        guard let response = absent.flatMap(Self.withoutBody) ?? Self.make(source.body) else { return nil }
        for field in headers.fields where MHD_add_response_header(response, field.name, field.value) != .YES {
            MHD_destroy_response(response)
            return nil
        }
        self.response = response
        status = source.status
        length = source.body.length
    }

    deinit { MHD_destroy_response(response) }

    func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(status), response)
    }

    private static func make(_ body: Response.Body) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes): return copying(bytes)
        case .file(_, _, 0): return copying([])
        case .file(let path, let offset, let length):
            guard let descriptor = try? File.descriptorForReading(path) else { return nil }
            var info = stat()
            guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Int(info.st_size) >= offset + length,
                // It closes the descriptor, and sends with sendfile(2).
                let response = MHD_create_response_from_fd_at_offset64(UInt64(length), descriptor, UInt64(offset))
            else {
                close(descriptor)
                return nil
            }
            return response
        }
    }

    /// A body of which only the length is ever sent.
    private static func withoutBody(_ length: UInt64) -> OpaquePointer? {
        // MHD_CONTENT_READER_END_WITH_ERROR
        MHD_create_response_from_callback(length, 1024, { _, _, _, _ in -2 }, nil, nil)
    }

    private static func copying(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { buffer in
            MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
        }
    }
}
