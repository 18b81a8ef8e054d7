/// What a captions file says.
package struct Captions: Equatable, Sendable {
    /// STYLE and REGION blocks (WebVTT §4.1), which belong before the first cue of every segment.
    package var headerBlocks: [String]
    /// In the order of the file.
    package var cues: [Cue]
    /// What was left out, and why.
    package var losses: [Loss]

    package init(headerBlocks: [String] = [], cues: [Cue] = [], losses: [Loss] = []) {
        self.headerBlocks = headerBlocks
        self.cues = cues
        self.losses = losses
    }

    package struct Loss: Equatable, Sendable, CustomStringConvertible {
        /// From 1.
        package var line: Int
        package var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }

        package var description: String { "line \(line): \(reason)" }
    }
}

/// Why a file is no captions at all.
package enum CaptionsError: Error, Equatable, CustomStringConvertible {
    /// The number of the first byte that is not UTF-8, from 0.
    case notUTF8(Int)
    case noSignature
    case noCues

    package var description: String {
        switch self {
        case .notUTF8(let offset): "it is not UTF-8 (byte \(offset))"
        case .noSignature: "it does not begin with WEBVTT"
        case .noCues: "no caption with readable times is in it"
        }
    }
}
