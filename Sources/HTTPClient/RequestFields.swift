internal import CCurl
import HTTP

/// The header fields of a request as libcurl's list.
final class RequestFields {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Also looks at the method: a line break in either would begin a field of somebody else's choice.
    init(_ request: FetchRequest) throws(FetchFailure) {
        guard !request.method.isEmpty, request.method.utf8.allSatisfy(\.isUpperCaseLetter) else {
            throw FetchFailure(.other, "the method is not a word of upper-case letters")
        }
        for field in request.headers.fields {
            guard !field.name.isEmpty,
                field.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }),
                field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
            else { throw FetchFailure(.other, "a header field holds characters that it must not") }
            // libcurl takes "Name:" for the wish to send no such field, and "Name;" for an empty one.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard let longer = curl_slist_append(list, line) else { throw FetchFailure(.other, "out of memory") }
            list = longer
        }
    }

    deinit { curl_slist_free_all(list) }
}

extension UInt8 {
    fileprivate var isUpperCaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
