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
        guard let response = Self.make(source.body) else { return nil }
        // A 304 says the length of what it leaves out; of other answers only the daemon says it.
        if source.status == 304 { _ = reelrig_mhd_keep_length(response) }
        for field in source.headers.fields where MHD_add_response_header(response, field.name, field.value) != .YES {
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

    private static func copying(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { buffer in
            MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
        }
    }
}
