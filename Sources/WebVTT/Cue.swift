/// One caption: a WebVTT cue (WebVTT §3.1). Times are milliseconds of the presentation.
package struct Cue: Equatable, Sendable {
    package var identifier: String
    package var start: Int64
    /// After `start`.
    package var end: Int64
    /// As in the timings line: `line:0 align:start`.
    package var settings: String
    /// Cue text with its markup; no line is empty, and none has `-->`.
    package var lines: [String]

    package init(identifier: String = "", start: Int64, end: Int64, settings: String = "", lines: [String]) {
        self.identifier = identifier
        self.start = start
        self.end = end
        self.settings = settings
        self.lines = lines
    }
}
