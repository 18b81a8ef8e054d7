/// An AAC track as its init section describes it.
public struct AudioTrack: Sendable {
    /// Not 0; the same as in the media segments.
    public var trackID: UInt32 = 1
    /// Ticks per second of sample times; best the sample rate.
    public var timescale: UInt32
    /// The bytes of an ``AudioSpecificConfig``, as an encoder gives them.
    public var configuration: [UInt8]
    /// Ticks at the beginning that only prepare the decoder; the edit list leaves them out. 1024 for AAC-LC of most
    /// encoders, 2112 for Apple's.
    public var priming: UInt32
    /// Bits per second over everything, for `esds` and `btrt`.
    public var averageBitRate: UInt32 = 0
    /// Bits in the busiest second, for `esds` and `btrt`.
    public var maximumBitRate: UInt32 = 0
    /// Language of what is said.
    public var language = LanguageCode()

    /// An AAC track whose timescale is its sample rate. Throws when the configuration cannot be read.
    public init(configuration: [UInt8], priming: UInt32 = 1024) throws(BitstreamError) {
        let config = try AudioSpecificConfig(configuration)
        self.configuration = configuration
        self.priming = priming
        timescale = config.sampleRate
        self.config = config
    }

    /// A track of another codec than AAC: its complete sample entry.
    public init(sampleEntry: Box, timescale: UInt32, priming: UInt32 = 0) {
        configuration = []
        self.timescale = timescale
        self.priming = priming
        otherEntry = sampleEntry
    }

    /// `nil` of a codec other than AAC.
    private var config: AudioSpecificConfig?
    private var otherEntry: Box?

    /// Whether a sample needs the one before it, which media segments say too.
    public var isRollGroup: Bool { otherEntry == nil }

    var trackBox: TrackBox {
        let header = TrackHeaderBox {
            $0.flags = 3
            $0.trackID = trackID
            $0.volume = 0x100
        }
        let media = emptyMedia(
            timescale: timescale, language: language, handler: "soun", name: "audio",
            mediaHeader: Box(SoundMediaHeaderBox()), sampleEntry: otherEntry ?? sampleEntry,
            groups: isRollGroup ? [rollDescription] : [])
        return TrackBox { $0.children = [Box(header)] + editList(startingAt: priming) + [media] }
    }

    /// An AAC frame needs the one before it: roll distance −1 (ISO/IEC 14496-12 §10.1).
    private var rollDescription: Box {
        Box(
            SampleGroupDescriptionBox {
                $0.groupingType = "roll"
                $0.defaultLength = 2
                $0.entries = [.init { $0.payload = [0xFF, 0xFF] }]
            })
    }

    private var sampleEntry: Box {
        let descriptors = ElementaryStreamDescriptorBox(
            audio: configuration, averageBitRate: averageBitRate, maximumBitRate: maximumBitRate)
        var children = [Box(descriptors)]
        if averageBitRate > 0 || maximumBitRate > 0 {
            children.append(
                Box(
                    BitRateBox {
                        $0.avgBitrate = averageBitRate
                        $0.maxBitrate = maximumBitRate
                    }))
        }
        let entry = AudioSampleEntry {
            let rate = config?.sampleRate ?? 0
            $0.channelCount = UInt16(clamping: config?.channels ?? 0)
            $0.sampleRate = rate < 1 << 16 ? rate << 16 : 0
            $0.children = children
        }
        return Box(entry)
    }
}
