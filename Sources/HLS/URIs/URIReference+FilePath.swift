extension URIReference {
    /// The `file` URI of a path that begins with `/`; `nil` for another, which is first to be put below a folder. RFC 8089.
    ///
    /// Every character of a name is content: blanks, `#`, `?` and `%` are escaped. Dot segments are taken out.
    public init?(filePath path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let bytes = removingDotSegments(path).utf8
        let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
        self.init(
            scheme: "file", authority: "",
            path: names.map { String($0).percentEncodedPathSegment }.joined(separator: "/"))
    }
}
