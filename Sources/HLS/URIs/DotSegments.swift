/// A path without its `.` and `..` segments; `..` above the root stays at the root. RFC 3986 §5.2.4.
func removingDotSegments(_ path: String) -> String {
    let input = path.utf8
    guard input.contains(UInt8(ascii: ".")) else { return path }
    let isAbsolute = input.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    var endsInFolder = false
    // Without the slash it begins with, an absolute path and a relative one are both parts joined by slashes.
    for part in (isAbsolute ? path.dropFirst() : path[...]).split(separator: "/", omittingEmptySubsequences: false) {
        switch part {
        case ".": endsInFolder = true
        case "..":
            _ = kept.popLast()
            endsInFolder = true
        default:
            kept.append(part)
            endsInFolder = false
        }
    }
    if endsInFolder, isAbsolute || !kept.isEmpty { kept.append("") }
    return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
}
