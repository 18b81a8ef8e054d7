/// The init section of one CMAF track: `ftyp` and a `moov` without samples (ISO/IEC 23000-19 §7.3.1).
public struct InitSection: Sendable {
    /// The one track.
    public enum Track: Sendable {
        /// A picture.
        case video(VideoTrack)
        /// Sound.
        case audio(AudioTrack)
    }

    /// The one track.
    public var track: Track

    /// An init section for a track.
    public init(track: Track) { self.track = track }

    /// The file. The same track gives the same bytes: all times of creation are 0.
    public var bytes: [UInt8] {
        get throws(BoxError) { try boxes.bytes() }
    }

    /// `ftyp` and `moov`.
    public var boxes: [Box] {
        let brands = FileTypeBox {
            $0.majorBrand = "iso6"
            $0.compatibleBrands = ["iso6", "cmfc"]
        }
        return [Box(brands), Box(MovieBox { $0.children = [movieHeader, trackBox, extends] })]
    }

    private var trackID: UInt32 {
        switch track {
        case .video(let video): video.trackID
        case .audio(let audio): audio.trackID
        }
    }

    private var timescale: UInt32 {
        switch track {
        case .video(let video): video.timescale
        case .audio(let audio): audio.timescale
        }
    }

    private var movieHeader: Box {
        Box(
            MovieHeaderBox {
                $0.timescale = timescale
                $0.nextTrackID = trackID &+ 1
            })
    }

    private var extends: Box {
        let defaults = TrackExtendsBox { $0.trackID = trackID }
        return Box(MovieExtendsBox { $0.children = [Box(defaults)] })
    }

    private var trackBox: Box {
        switch track {
        case .video(let video): Box(video.trackBox)
        case .audio(let audio): Box(audio.trackBox)
        }
    }
}

/// `edts` with one entry that shows everything from a media time on; nothing for 0.
func editList(startingAt mediaTime: UInt32) -> [Box] {
    guard mediaTime > 0 else { return [] }
    let entry = EditListBox.Entry { $0.mediaTime = Int64(mediaTime) }
    let list = EditListBox {
        $0.version = entry.mediaTime > Int32.max ? 1 : 0
        $0.entries = [entry]
    }
    return [Box(EditBox { $0.children = [Box(list)] })]
}

/// `mdia` of a track whose samples are all in fragments.
func emptyMedia(
    timescale: UInt32, language: LanguageCode, handler: FourCC, name: String, mediaHeader: Box, sampleEntry: Box,
    groups: [Box] = []
) -> Box {
    let description = SampleDescriptionBox { $0.children = [sampleEntry] }
    let tables = [
        Box(description), Box(TimeToSampleBox()), Box(SampleToChunkBox()), Box(SampleSizeBox()), Box(ChunkOffsetBox()),
    ]
    return media(
        timescale: timescale, duration: 0, language: language, handler: handler, name: name, mediaHeader: mediaHeader,
        tables: tables + groups)
}

/// `mdia` with the boxes of its `stbl`.
func media(
    timescale: UInt32, duration: UInt64, language: LanguageCode, handler: FourCC, name: String, mediaHeader: Box,
    tables: [Box]
) -> Box {
    let header = MediaHeaderBox {
        $0.version = duration > UInt32.max ? 1 : 0
        $0.timescale = timescale
        $0.duration = duration
        $0.language = language
    }
    let handlerBox = HandlerBox {
        $0.handlerType = handler
        $0.name = BoxText(name)
    }
    let references = DataReferenceBox { $0.children = [Box(DataEntryURLBox())] }
    let information = MediaInformationBox {
        $0.children = [
            mediaHeader, Box(DataInformationBox { $0.children = [Box(references)] }),
            Box(SampleTableBox { $0.children = tables }),
        ]
    }
    return Box(MediaBox { $0.children = [Box(header), Box(handlerBox), Box(information)] })
}
