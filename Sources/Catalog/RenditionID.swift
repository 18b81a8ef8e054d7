/// The name of a rendition: its folder inside a version, as `video/360` or `audio/main`.
///
/// Parts of `[A-Za-z0-9._-]`, joined by `/`, none of them `.` or `..`, at most 128 characters. A foreign stream's
/// renditions are named by their stable id or path, which may need more than that; see ``init(foreign:)``.
package struct RenditionID: Hashable, Sendable, Comparable, IdentifierText {
    package let text: String

    package init?(_ text: String) {
        guard (1...128).contains(text.utf8.count) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy(Self.isPart) else { return nil }
        self.text = text
    }

    /// A name given by somebody else's playlist: anything of 1 to 1024 bytes without control characters. It is a
    /// column of the cache index and never a path on disk.
    package init?(foreign text: String) {
        guard (1...1024).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return nil
        }
        self.text = text
    }

    private static func isPart(_ part: Substring) -> Bool {
        !part.isEmpty && part != "." && part != ".."
            && part.utf8.allSatisfy {
                $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }

    package static func < (left: RenditionID, right: RenditionID) -> Bool { left.text < right.text }
}
