/// What a cached object is known by: reel, version, rendition and object. Never a part of a URL.
package struct CacheKey: Hashable, Sendable, Comparable, IdentifierText {
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

    /// `reel:version:rendition:object`. Only a rendition's name can hold a colon.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let colon = parts[2].lastIndex(of: ":"), let reel = ReelID(String(parts[0])),
            let version = VersionID(String(parts[1])), let rendition = RenditionID(foreign: String(parts[2][..<colon])),
            let object = ObjectName(String(parts[2][parts[2].index(after: colon)...]))
        else { return nil }
        self.init(reel: reel, version: version, rendition: rendition, object: object)
    }

    package var text: String { "\(reel):\(version):\(rendition):\(object)" }

    package static func < (left: CacheKey, right: CacheKey) -> Bool {
        (left.reel, left.version, left.rendition, left.object)
            < (right.reel, right.version, right.rendition, right.object)
    }
}
