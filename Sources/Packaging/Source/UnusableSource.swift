/// Why an input file cannot be packaged: the file's fault, not the machine's.
package enum UnusableSource: Error, Equatable, CustomStringConvertible {
    case missing
    case isDirectory
    case notAFile
    case empty
    case unreadable(String)
    case notMedia(String)
    case nothingToShow
    case outOfBounds(String)
    case undecodable(String)
    /// Its video or its audio.
    case encrypted(String)
    /// A captions file and what is wrong with it.
    case captions(String, String)
    case changed
    /// What was lost, a sentence each.
    case damaged([String])

    package var description: String {
        switch self {
        case .missing: "there is no such file"
        case .isDirectory: "it is a directory, not a file"
        case .notAFile: "it is not a file that can be read twice"
        case .empty: "the file is empty"
        case .unreadable(let reason): "it cannot be read: \(reason)"
        case .notMedia(let reason): "it cannot be opened as video or audio: \(reason)"
        case .nothingToShow: "it holds no picture and no sound, as an init section without its segments"
        case .outOfBounds(let reason): reason
        case .undecodable(let kind): "none of its \(kind == "none" ? "streams" : kind) can be decoded"
        case .encrypted(let kind): "its \(kind) is encrypted"
        case .captions(let path, let reason): "its captions cannot be used: \(path): \(reason)"
        case .changed: "the file changed while it was packaged"
        case .damaged(let losses): losses.joined(separator: "; ")
        }
    }
}
