package import Catalog

/// An object that a play fetched: what it is, how long, and where it was asked for.
package struct FetchedObject: Hashable, Sendable {
    package var rendition: RenditionID
    package var name: ObjectName
    package var size: Int
    /// Inside the subject's folder, as URLs have it.
    package var path: String
    /// Where it begins in its file, when it is a range of one; `nil` when it is the file.
    package var first: Int?

    package init(rendition: RenditionID, name: ObjectName, size: Int, path: String, first: Int? = nil) {
        (self.rendition, self.name, self.size, self.path, self.first) = (rendition, name, size, path, first)
    }

    /// The range that a request for what is behind the first `count` bytes names.
    func range(after count: Int) -> String {
        guard let first else { return "bytes=\(count)-" }
        return "bytes=\(first + count)-\(first + size - 1)"
    }

    /// Whether it is this object that a request to `path` asks for first, whole.
    func isAsked(at path: String?, range: String?) -> Bool {
        path == self.path && range == first.map { _ in self.range(after: 0) }
    }

    /// `1000` of `bytes=1000-1999`.
    static func beginning(_ range: String) -> Int? {
        Int(range.dropFirst("bytes=".count).prefix { $0 != "-" })
    }
}
