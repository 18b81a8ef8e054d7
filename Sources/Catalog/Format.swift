/// The revision of the files and answers that the parts exchange.
package enum Format {
    package static let current = 1

    /// Refuses a document of a later revision by name; unknown members of the same revision are ignored.
    package static func check(_ format: Int, of document: String) throws(UnknownFormat) {
        guard format == current else { throw UnknownFormat(document: document, format: format) }
    }
}

/// A document whose format this program does not know.
package struct UnknownFormat: Error, Equatable, CustomStringConvertible {
    package var document: String
    package var format: Int

    package var description: String {
        "\(document) has format \(format), and this reelrig reads format \(Format.current)"
    }
}
