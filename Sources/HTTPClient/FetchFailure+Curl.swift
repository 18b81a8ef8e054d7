internal import CCurl
import HTTP

extension FetchFailure {
    /// libcurl's words for a code, which name no URL.
    ///
    /// - Parameter detail: what libcurl said of this transfer, used where the code says too little.
    init(_ code: CURLcode, detail: String = "") {
        let kind: Kind =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .cutShort
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badURL
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .untrusted
            default: .other
            }
        let words = kind == .untrusted && !detail.isEmpty ? detail : String(cString: curl_easy_strerror(code))
        self.init(kind, words.lowercasedFirst)
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
