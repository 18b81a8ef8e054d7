/// A path without its `.` and `..` segments; `..` above the root stays at the root. RFC 3986 §5.2.4.
func removingDotSegments(_ path: String) -> String {
    let input = path.utf8
    guard input.contains(UInt8(ascii: ".")) else { return path }
    let isAbsolute = input.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    var endsInFolder = false
    // Without the slash it begins with, an absolute path and a relative one are both parts joined by slashes. They are
    // told apart by the byte: with a mark that combines, a slash is another character.
    let slash = UInt8(ascii: "/")
    for part in (isAbsolute ? input.dropFirst() : input[...]).split(separator: slash, omittingEmptySubsequences: false)
    {
        let isParent = part.elementsEqual("..".utf8)
        endsInFolder = isParent || part.elementsEqual(".".utf8)
        if isParent { _ = kept.popLast() }
        if !endsInFolder { kept.append(Substring(part)) }
    }
    if endsInFolder, isAbsolute || !kept.isEmpty { kept.append("") }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
}
