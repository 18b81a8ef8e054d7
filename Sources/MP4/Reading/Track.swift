/// What a `trak` says of a track.
public struct Track: Sendable {
    /// What kind of media it holds.
    public enum Kind: Hashable, Sendable {
        /// `vide`.
        case video
        /// `soun`.
        case audio
        /// Another handler: `text`, `subt`, `meta` …
        case other(FourCC)
    }

    /// Not 0, and no other track's.
    public var trackID: UInt32
    /// What kind of media it holds.
    public var kind: Kind
    /// Ticks per second of the track's sample times, at least 1.
    public var timescale: UInt32
    /// Ticks per second of the edit list's durations.
    public var movieTimescale: UInt32
    /// In ticks of ``timescale``; 0 when fragments hold the samples.
    public var mediaDuration: UInt64
    /// Of the media.
    public var language: LanguageCode
    /// Width of the displayed picture in pixels, before rotation.
    public var displayWidth: Double
    /// Height of the displayed picture in pixels, before rotation.
    public var displayHeight: Double
    /// From the track's picture to the movie's.
    public var matrix: TransformationMatrix
    /// `elst`; `nil` without one.
    public var editList: [EditListBox.Entry]?
    /// `stbl`: the sample entries, and the samples of a progressive file.
    public var sampleTable: SampleTableBox
    /// Defaults for fragments.
    public var fragmentDefaults: TrackExtendsBox?
    /// The byte of the input at which its `trak` begins.
    public var position: Int

    init(_ box: Box, movieTimescale: UInt32, extends: MovieExtendsBox?) throws(BoxError) {
        func missing(_ type: FourCC, in outer: FourCC) -> BoxError {
            BoxError(.missing(type), at: box.position, in: outer)
        }
        guard let track = box.content as? TrackBox, let header = track.header else { throw missing("tkhd", in: "trak") }
        guard let media = track.media, let mediaHeader = media.header else { throw missing("mdhd", in: "mdia") }
        guard let handler = media.handler else { throw missing("hdlr", in: "mdia") }
        guard let table = track.sampleTable else { throw missing("stbl", in: "minf") }
        guard mediaHeader.timescale > 0 else {
            throw BoxError(.invalidValue("timescale"), at: box.position, in: "mdhd")
        }
        trackID = header.trackID
        kind =
            switch handler.handlerType {
            case "vide": .video
            case "soun": .audio
            default: .other(handler.handlerType)
            }
        timescale = mediaHeader.timescale
        self.movieTimescale = movieTimescale
        mediaDuration = mediaHeader.duration
        language = mediaHeader.language
        displayWidth = Double(header.width) / 65536
        displayHeight = Double(header.height) / 65536
        matrix = header.matrix
        editList = track.editList?.entries
        sampleTable = table
        position = box.position
        fragmentDefaults = extends?.defaults(ofTrack: header.trackID)
    }

    /// The sample entries, in order; index 0 is sample description 1.
    public var sampleEntries: [Box] { sampleTable.sampleEntries }

    /// The first sample entry as one of video.
    public var visualEntry: VisualSampleEntry? { sampleEntries.first?.content as? VisualSampleEntry }

    /// The first sample entry as one of audio.
    public var audioEntry: AudioSampleEntry? { sampleEntries.first?.content as? AudioSampleEntry }

    /// The configuration of AAC and its kin, from the first sample entry.
    public var audioConfiguration: AudioSpecificConfig? { audioEntry?.audioConfiguration }

    /// Samples per second that come out of the decoder: what the codec's configuration says, else the sample entry.
    public var sampleRate: UInt32? { audioEntry?.outputSampleRate }

    /// Channels that come out of the decoder: what the codec's configuration says, else the sample entry.
    public var channels: Int? { audioEntry?.outputChannels }

    /// Shape of a pixel: `pasp`, else what the parameter sets say, else 1:1.
    public var pixelAspectRatio: SampleAspectRatio {
        if let box = visualEntry?.first(PixelAspectRatioBox.self), box.horizontalSpacing > 0, box.verticalSpacing > 0 {
            return SampleAspectRatio(box.horizontalSpacing, box.verticalSpacing)
        }
        return visualEntry?.pictureFormat?.sampleAspectRatio ?? SampleAspectRatio(1, 1)
    }

    /// Colours: `colr`, else what the parameter sets say.
    public var colour: ColourDescription? { visualEntry?.boxColour ?? visualEntry?.pictureFormat?.colour }

    /// The codec by RFC 6381, from the first sample entry; its bare type where nothing more is known.
    public var codec: String? { sampleEntries.first.map { $0.codec ?? "\($0.type)" } }

    /// Which stretches of the media are shown, and when.
    public var edits: EditList {
        EditList(editList ?? [], movieTimescale: movieTimescale, timescale: timescale)
    }

    /// Ticks from decode time plus composition offset to presentation time: what the edit list leaves out at the
    /// beginning, less the empty edit before it.
    public var presentationShift: Int64 {
        guard let edits = editList else { return 0 }
        var shift: Int64 = 0
        for edit in edits {
            if edit.mediaTime >= 0 { return shift.subtractingReportingOverflow(edit.mediaTime).partialValue }
            guard movieTimescale > 0 else { continue }
            let scaled = edit.segmentDuration.multipliedFullWidth(by: UInt64(timescale))
            guard scaled.high < UInt64(movieTimescale) else { continue }
            let (ticks, rest) = UInt64(movieTimescale).dividingFullWidth(scaled)
            let rounded = Int64(clamping: ticks).addingReportingOverflow(rest * 2 >= UInt64(movieTimescale) ? 1 : 0)
            shift = shift.addingReportingOverflow(rounded.partialValue).partialValue
        }
        return shift
    }
}
