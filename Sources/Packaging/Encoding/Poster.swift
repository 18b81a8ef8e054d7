internal import Catalog
internal import FFmpeg
internal import MediaTypes

/// A picture of a version that is shown before it plays, as a file.
struct Poster: Sendable {
    var path: String
    /// JPEG.
    var bytes: [UInt8]

    /// The poster is as large as a phone's screen is wide.
    private static let shortSide = 720
    /// Short sides of the others: of a row of many, and of a large screen.
    private static let otherShortSides = [360, 1080]

    /// The poster, no larger than the picture, then those of other sizes that are smaller than the picture or as large.
    /// `matrix` is what the values of the picture mean, as H.273 numbers it.
    static func all(of picture: Frame, matrix: Int) throws -> [Poster] {
        let main = min(shortSide, picture.size.shortSide)
        let others = otherShortSides.filter { $0 <= picture.size.shortSide && $0 != main }
        return try [Poster(path: PackageLayout.poster, picture, main, matrix)]
            + others.map { try Poster(path: PackageLayout.posterPath(shortSide: $0), picture, $0, matrix) }
    }

    private init(path: String, _ picture: Frame, _ shortSide: Int, _ matrix: Int) throws {
        var size = picture.size
        if picture.size.shortSide > shortSide {
            let (width, height) = (picture.size.width, picture.size.height)
            let scale = { (length: Int) in max(2, (length * shortSide / picture.size.shortSide + 1) / 2 * 2) }
            size = PixelSize(scale(width), scale(height))
        }
        self.path = path
        bytes = try JPEGEncoder.encode(picture, size: size, matrix: matrix)
    }
}
