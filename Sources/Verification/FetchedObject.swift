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

    /// Of which the connection is cut: the second segment of the rung, or the only one. Where several segments are the same
    /// bytes of the same file, it is the first of them that is cut.
    ///
    /// - Parameter objects: in the order in which they were fetched.
    static func toCut(_ objects: [FetchedObject], of rung: RenditionID?) -> FetchedObject? {
        let segments = objects.filter { object in
            guard case .segment = object.name else { return false }
            return object.size > 1 && (rung == nil || object.rendition == rung)
        }
        guard let chosen = segments.prefix(2).last else { return nil }
        return segments.first { $0.path == chosen.path && $0.first == chosen.first }
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
