/// What a cached object is known by: reel, version, rendition and object. Never a part of a URL.
package struct CacheKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var reel: ReelID
    package var version: VersionID
    package var rendition: RenditionID
    package var object: ObjectName

    package init(reel: ReelID, version: VersionID, rendition: RenditionID, object: ObjectName) {
        self.reel = reel
        self.version = version
        self.rendition = rendition
        self.object = object
    }

    /// `reel:version:rendition:object`.
    package var description: String { "\(reel):\(version):\(rendition):\(object)" }

    package static func < (left: CacheKey, right: CacheKey) -> Bool {
        (left.reel, left.version, left.rendition, left.object)
            < (right.reel, right.version, right.rendition, right.object)
    }
}
