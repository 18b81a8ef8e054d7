internal import CCurl
import HTTP

extension FetchFailure {
    /// libcurl's words for a code, which name neither URL nor host.
    init(_ code: CURLcode) {
        let kind: Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .cutShort
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badURL
            default: .other
            }
        self.init(kind, String(cString: curl_easy_strerror(code)).lowercasedFirst)
    }
}

/// Throws what a call of libcurl's options said.
func check(_ code: CURLcode) throws(FetchFailure) {
    if code != CURLE_OK { throw FetchFailure(code) }
}

extension String {
    fileprivate var lowercasedFirst: String {
        guard let first, !hasPrefix("URL"), !hasPrefix("SSL") else { return self }
        return first.lowercased() + dropFirst()
    }
}
