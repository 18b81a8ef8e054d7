/// A video track as its init section describes it.
///
/// Pictures that are decoded in another order than they are shown need one of two things (ISO/IEC 23000-19 §7.5.13):
/// negative composition offsets and no edit list, or ``compositionShift`` and offsets that are never negative.
public struct VideoTrack: Sendable {
    /// Not 0; the same as in the media segments.
    public var trackID: UInt32 = 1
    /// Ticks per second of sample times.
    public var timescale: UInt32
    /// Pixels of the coded picture after cropping.
    public var width: UInt16
    /// Pixels of the coded picture after cropping.
    public var height: UInt16
    /// Parameter sets: `avcC`, or the configuration of another codec with ``sampleEntryType``.
    public var configuration: any BoxContent
    /// `avc1`, or another where the parameter sets are in the sample entry.
    public var sampleEntryType: FourCC = "avc1"
    /// What the numbers of a picture mean; `nil` writes no `colr`.
    public var colour: ColourDescription?
    /// Shape of a pixel.
    public var pixelAspectRatio = SampleAspectRatio(1, 1)
    /// Buffer and bit rates; `nil` writes no `btrt`.
    public var bitRate: BitRateBox?
    /// Ticks by which composition times come after presentation times: as much as decoding is ahead at most. An edit list
    /// of one entry takes them off again. 0 writes none.
    public var compositionShift: UInt32 = 0
    /// How the picture is to be turned when it is shown.
    public var matrix = TransformationMatrix()
    /// Language of what can be read in the picture.
    public var language = LanguageCode()

    /// A track of any codec, with square pixels and without colours.
    public init(
        timescale: UInt32, width: UInt16, height: UInt16, configuration: any BoxContent, sampleEntryType: FourCC
    ) {
        self.timescale = timescale
        self.width = width
        self.height = height
        self.configuration = configuration
        self.sampleEntryType = sampleEntryType
    }

    /// H.264 with square pixels. Colours are those of the first sequence parameter set, when it has some.
    public init(timescale: UInt32, width: UInt16, height: UInt16, configuration: AVCConfigurationBox) {
        self.timescale = timescale
        self.width = width
        self.height = height
        self.configuration = configuration
        colour = configuration.parameters?.colour
    }

    var trackBox: TrackBox {
        let aspect = pixelAspectRatio
        let displayWidth =
            aspect.width == aspect.height
            ? UInt64(width) << 16
            : (UInt64(width) << 16).multipliedFullWidth(by: UInt64(aspect.width)).low / UInt64(max(1, aspect.height))
        let header = TrackHeaderBox {
            $0.flags = 3
            $0.trackID = trackID
            $0.width = UInt32(clamping: displayWidth)
            $0.height = UInt32(height) << 16
            $0.matrix = matrix
        }
        let media = emptyMedia(
            timescale: timescale, language: language, handler: "vide", name: "video",
            mediaHeader: Box(VideoMediaHeaderBox()), sampleEntry: sampleEntry)
        return TrackBox { $0.children = [Box(header)] + editList(startingAt: compositionShift) + [media] }
    }

    private var sampleEntry: Box {
        var children = [Box(configuration)]
        if let colour {
            children.append(
                Box(
                    ColourInformationBox {
                        $0.colourPrimaries = UInt16(colour.primaries)
                        $0.transferCharacteristics = UInt16(colour.transfer)
                        $0.matrixCoefficients = UInt16(colour.matrix)
                        $0.isFullRange = colour.isFullRange
                    }))
        }
        children.append(
            Box(
                PixelAspectRatioBox {
                    $0.horizontalSpacing = pixelAspectRatio.width
                    $0.verticalSpacing = pixelAspectRatio.height
                }))
        if let bitRate { children.append(Box(bitRate)) }
        let entry = VisualSampleEntry {
            $0.width = width
            $0.height = height
            $0.children = children
        }
        return Box(entry, type: sampleEntryType)
    }
}
