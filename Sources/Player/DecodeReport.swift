/// What was decoded of one piece, against what its boxes say is in it.
package struct DecodeReport: Hashable, Sendable, Codable {
    /// Frames that the fragment's sample tables count; `nil` when they could not be read.
    package var framesExpected: Int?
    package var framesSeen: Int
    /// Seen with the wrong strip, or not where the frame before ended.
    package var framesBad: Int
    /// Frames whose strip was read and was right.
    package var framesVerified: Int
    /// Audio samples of one channel.
    package var samplesExpected: Int?
    package var samplesSeen: Int
    /// What was wrong, one sentence each, the first few.
    package var problems: [String]

    package init(
        framesExpected: Int? = 0, framesSeen: Int = 0, framesBad: Int = 0, framesVerified: Int = 0,
        samplesExpected: Int? = 0, samplesSeen: Int = 0, problems: [String] = []
    ) {
        self.framesExpected = framesExpected
        self.framesSeen = framesSeen
        self.framesBad = framesBad
        self.framesVerified = framesVerified
        self.samplesExpected = samplesExpected
        self.samplesSeen = samplesSeen
        self.problems = problems
    }

    package var isRight: Bool {
        problems.isEmpty && framesBad == 0 && framesExpected == framesSeen && samplesExpected == samplesSeen
    }
}
