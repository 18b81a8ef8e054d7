/// What a rendition carries.
package enum RenditionKind: String, Hashable, Sendable, Codable { case video, audio, subtitles }
