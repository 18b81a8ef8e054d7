import HLS

/// Makes valid playlists with every tag and attribute, from random numbers that are handed in.
struct PlaylistGenerator {
    private var random: any RandomNumberGenerator

    init(_ random: some RandomNumberGenerator) { self.random = random }

    // MARK: Choices

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

    private mutating func maybe<Value>(_ percent: Int = 50, _ value: (inout PlaylistGenerator) -> Value) -> Value? {
        chance(percent) ? value(&self) : nil
    }

    private mutating func word() -> String {
        pick([
            "a", "main", "Über", "名前", "x-1", "two words", "a,b", "=", "q?d=1&e=%2F", "{", "}", "$", "{$}", "\\", "'",
            "#",
        ])
    }

    private mutating func text() -> String { (0...number(0...2)).map { _ in word() }.joined() }

    private mutating func uri() -> String {
        pick(["", "../", "/", "https://cdn.example/", "v/"]) + pick(["a", "b", "seg%20ment", "c;d=e"])
            + "\(number(0...9))"
            + pick([".ts", ".mp4?t=a%2Fb==&x", ".m3u8", ""])
    }

    private mutating func decimal(_ digits: Int = 3, upTo most: Int = 4000) -> ExactDecimal {
        ExactDecimal(mantissa: Int64(number(1...most)), fractionDigits: number(0...digits)) ?? .zero
    }

    private mutating func seconds() -> ExactDecimal {
        ExactDecimal(mantissa: Int64(number(1...4000)), fractionDigits: 3) ?? .zero
    }

    private mutating func hex(_ count: Int) -> HexSequence {
        HexSequence((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    private mutating func date() -> DateTime {
        var date = DateTime(millisecondsSince1970: Int64(number(0...2_000_000_000)) * 1000 + Int64(number(0...999)))
        date.offsetMinutes = Int16(pick([0, 60, -330]))
        return date
    }

    private mutating func others() -> [Attribute] {
        guard chance(15) else { return [] }
        return [
            Attribute(name: "NEW-\(number(0...9))", value: text(), isQuoted: true),
            Attribute(name: "NEWER", value: pick(["1", "YES", "A=B"]), isQuoted: false),
        ]
    }

    private mutating func lines() -> [UninterpretedLine] {
        guard chance(10) else { return [] }
        return [UninterpretedLine(pick(["# why", "#", "#EXT-X-CUE-OUT:30", "#EXT-X-NEW:A=\"b:c\"", "#{$x}"]))]
    }

    private mutating func variables() -> [VariableDefinition] {
        guard chance(30) else { return [] }
        return ["{", "", "a", "#", "x}"].enumerated().filter { _ in chance(50) }.map { index, value in
            var definition = VariableDefinition(name: "v\(index)", source: .value(value))
            definition.otherAttributes = others()
            return definition
        }
    }

    private mutating func start() -> StartPoint? {
        guard chance(20) else { return nil }
        var start = StartPoint(timeOffset: .zero, isPrecise: pick([nil, true, false]))
        start.otherAttributes = others()
        return start
    }
}

// MARK: Media playlists

extension PlaylistGenerator {
    private mutating func keys() -> [Key] {
        let method = pick([Key.Method.aes128, .sampleAES, .sampleAESCTR, .aes256GCM])
        let vector = method == .aes128 || method == .sampleAES ? hex(16) : nil
        return ["identity", nil, "org.example.drm"].filter { _ in chance(50) }.dropFirst(chance(50) ? 1 : 0).map {
            format in
            var key = Key(method: method, uri: uri(), keyFormat: format)
            key.initializationVector = vector
            key.keyFormatVersions = pick([nil, "1", "1/2/5"])
            key.otherAttributes = others()
            return key
        }.reduce(into: []) { keys, key in
            if !keys.contains(where: { $0.effectiveKeyFormat == key.effectiveKeyFormat }) { keys.append(key) }
        }
    }

    private mutating func section(_ keys: [Key]) -> InitializationSection {
        var section = InitializationSection(uri: uri(), keys: keys)
        section.byteRange = maybe(40) {
            ByteSubrange(length: UInt64($0.number(1...900)), offset: UInt64($0.number(0...9)))
        }
        section.otherAttributes = others()
        return section
    }

    private mutating func parts(_ isGap: Bool) -> [PartialSegment] {
        (0..<number(1...3)).map { index in
            var part = PartialSegment(
                uri: uri(), duration: ExactDecimal("0.9")!, isIndependent: chance(50), isGap: isGap)
            if chance(30) { part.byteRange = ByteSubrange(length: 10, offset: UInt64(number(0...99))) }
            part.otherAttributes = others()
            return part
        }
    }

    private mutating func dateRange(_ index: Int, _ segments: Int) -> DateRange {
        var range = DateRange(id: "\(text())-\(index)", startDate: date())
        range.rangeClass = maybe { $0.text() }
        if let start = range.startDate, chance(30) { range.endDate = start.adding(.milliseconds(number(0...9999))) }
        if range.endDate == nil { range.duration = maybe { $0.decimal() } }
        if range.rangeClass != nil, range.endDate == nil, range.duration == nil { range.endsOnNext = chance(50) }
        range.plannedDuration = maybe { $0.decimal() }
        range.cue = pick([[], [.pre], [.post, .once]])
        range.scte35Command = maybe(20) { $0.hex(20) }
        range.scte35Out = maybe(20) { $0.hex(1) }
        range.scte35In = maybe(20) { $0.hex(3) }
        for name in ["X-A", "X-COM-EXAMPLE-B", "X-C"] where chance(30) {
            let value: DateRange.ClientAttribute.Value =
                switch number(0...2) {
                case 0: .string(text())
                case 1: .hex(hex(4))
                default: .number(ExactDecimal(mantissa: Int64(number(-99...99)), fractionDigits: 1)!)
                }
            range.clientAttributes.append(DateRange.ClientAttribute(name: name, value: value))
        }
        range.otherAttributes = others()
        range.precedingSegments = segments
        return range
    }

    mutating func mediaPlaylist() -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: 4)
        playlist.isEnded = chance(50)
        playlist.playlistType = playlist.isEnded ? pick([nil, .videoOnDemand, .event]) : pick([nil, .event])
        playlist.hasIndependentSegments = chance(50)
        playlist.definitions = variables()
        playlist.mediaSequence = pick([nil, 0, 7, 1 << 40])
        playlist.discontinuitySequence = pick([nil, 3])
        playlist.isIFramesOnly = chance(15)
        playlist.otherLines = lines()
        let hasParts = !playlist.isIFramesOnly && chance(40)
        if hasParts || chance(20) {
            var control = ServerControl()
            control.canSkipUntil = pick([nil, 24])
            control.canSkipDateRanges = control.canSkipUntil != nil && chance(50)
            control.holdBack = pick([nil, ExactDecimal("12.5")])
            control.partHoldBack = 3
            control.canBlockReload = chance(50)
            control.otherAttributes = others()
            playlist.serverControl = control
            if hasParts { playlist.partInformation = PartInformation(partTarget: 1) }
        }
        if !playlist.isEnded, chance(30) {
            playlist.skip = Skip(
                skippedSegments: UInt64(number(1...9)), recentlyRemovedDateRanges: pick([nil, [], ["a", "b c"]]))
        }
        addSegments(to: &playlist, hasParts)
        for index in 0..<(chance(40) ? number(1...3) : 0) {
            playlist.dateRanges.append(dateRange(index, index == 0 ? 0 : playlist.segments.count))
        }
        if !playlist.dateRanges.isEmpty { addDates(to: &playlist) }
        playlist.start = playlist.isEnded ? start() : nil
        playlist.trailingLines = lines()
        addHints(to: &playlist, hasParts)
        if chance(10) { playlist.versionFloor = playlist.minimumVersion + 1 }
        return playlist
    }

    /// A date for the first segment and after every discontinuity, each an hour later.
    private mutating func addDates(to playlist: inout MediaPlaylist) {
        let first = date()
        for index in playlist.segments.indices where index == 0 || playlist.segments[index].discontinuities > 0 {
            playlist.segments[index].programDateTime = first.adding(.seconds(index * 3600))
        }
    }

    private mutating func addSegments(to playlist: inout MediaPlaylist, _ hasParts: Bool) {
        var (current, initial): ([Key], InitializationSection?) = ([], nil)
        var bitrate: UInt64?
        let count = number(1...6)
        for index in 0..<count {
            // Keys that end say more in an update than elsewhere, see `Skip.keysEndAt`.
            if chance(20), playlist.skip == nil || index == 0 { current = keys() }
            if chance(30) || index == 0 && chance(50) { initial = section(current) }
            if chance(20) { bitrate = UInt64(number(1...9000)) }
            var segment = MediaSegment(
                uri: uri(), duration: chance(20) ? 3 : seconds(), title: chance(30) ? text() : "")
            segment.keys = current
            segment.initializationSection = initial
            segment.bitrate = bitrate
            segment.discontinuities = chance(20) ? 1 : 0
            segment.isGap = chance(10)
            if chance(30) {
                segment.byteRange = ByteSubrange(length: UInt64(number(1...99)), offset: UInt64(number(1...99)))
            }
            if hasParts, index >= count - 3, chance(50) { segment.parts = parts(segment.isGap) }
            segment.otherLines = lines()
            playlist.segments.append(segment)
        }
        guard !playlist.isEnded, hasParts, chance(50) else { return }
        var upcoming = UpcomingSegment()
        upcoming.keys = current
        upcoming.initializationSection = initial
        upcoming.bitrate = bitrate
        upcoming.parts = parts(false)
        upcoming.discontinuities = chance(20) ? 1 : 0
        playlist.upcomingSegment = upcoming
    }

    private mutating func addHints(to playlist: inout MediaPlaylist, _ hasParts: Bool) {
        if !playlist.isEnded, hasParts {
            for kind in [PreloadHint.Kind.part, .map] where kind == .part || chance(30) {
                var hint = PreloadHint(kind, uri: uri())
                hint.byteRangeStart = maybe { UInt64($0.number(0...99)) }
                hint.byteRangeLength = maybe { UInt64($0.number(1...99)) }
                hint.otherAttributes = others()
                playlist.preloadHints.append(hint)
            }
        }
        for _ in 0..<(chance(20) ? 2 : 0) {
            var report = RenditionReport(uri: "../\(number(0...9)).m3u8")
            report.lastMediaSequenceNumber = maybe { UInt64($0.number(0...99)) }
            report.lastPart = maybe { UInt64($0.number(0...9)) }
            report.otherAttributes = others()
            playlist.renditionReports.append(report)
        }
    }
}

// MARK: Multivariant playlists

extension PlaylistGenerator {
    mutating func multivariantPlaylist() -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.hasIndependentSegments = chance(50)
        playlist.definitions = variables()
        playlist.start = start()
        playlist.otherLines = lines()
        let hasScores = chance(30)
        for kind in Rendition.Kind.allCases where chance(50) { addGroup(kind, to: &playlist) }
        for index in 0..<number(1...4) {
            var variant = VariantStream(uri: "\(index)/\(uri())", bandwidth: UInt64(number(1000...9000)))
            variant.attributes = stream(hasScores, index)
            variant.frameRate = ExactDecimal("29.97")
            for rendition in playlist.renditions {
                switch rendition.kind {
                case .audio: variant.audioGroup = rendition.groupID
                case .video: variant.videoGroup = rendition.groupID
                case .subtitles: variant.subtitlesGroup = rendition.groupID
                case .closedCaptions: variant.closedCaptions = .group(rendition.groupID)
                }
            }
            if variant.closedCaptions == nil { variant.closedCaptions = VariantStream.ClosedCaptions.none }
            playlist.variants.append(variant)
        }
        if !playlist.renditions.contains(where: { $0.kind == .video }) {
            for index in 0..<number(0...2) {
                var variant = IFrameVariantStream(uri: "\(index)/\(uri())", bandwidth: 1)
                variant.attributes = stream(hasScores, index)
                playlist.iFrameVariants.append(variant)
            }
        }
        addSession(to: &playlist)
        if chance(20) {
            var steering = ContentSteering(serverURI: uri(), pathwayID: pick([nil, "."]))
            steering.otherAttributes = others()
            playlist.contentSteering = steering
        }
        return playlist
    }

    private mutating func addGroup(_ kind: Rendition.Kind, to playlist: inout MultivariantPlaylist) {
        let group = text()
        for (index, language) in ["en", "de-CH", "x-a"].prefix(number(1...3)).enumerated() {
            var rendition = Rendition(kind, groupID: group, name: "\(text())\(index)")
            rendition.language = language
            rendition.associatedLanguage = pick([nil, "fr"])
            if kind != .closedCaptions { rendition.uri = "\(kind.rawValue)/\(index)/\(uri())" }
            rendition.stableRenditionID = pick([nil, "\(kind.rawValue)+/=._\(index)"])
            rendition.isDefault = pick([nil, index == 0])
            rendition.isAutoselect = rendition.isDefault == true ? true : pick([nil, true, false])
            rendition.characteristics = pick([[], ["public.easy-to-read"], ["public.a", "com.example.b"]])
            switch kind {
            case .audio:
                rendition.channels = pick(["2", "6", "16/JOC", "12/-/BINAURAL"])
                rendition.bitDepth = pick([nil, 24])
                rendition.sampleRate = pick([nil, 48_000])
                rendition.instreamID = pick([nil, nil, "1.a"])
            case .subtitles: rendition.isForced = pick([nil, true, false])
            case .closedCaptions: rendition.instreamID = pick(["CC1", "CC4", "SERVICE9", "SERVICE63"])
            case .video: break
            }
            rendition.otherAttributes = others()
            playlist.renditions.append(rendition)
        }
    }

    private mutating func stream(_ hasScore: Bool, _ index: Int) -> StreamAttributes {
        var stream = StreamAttributes(bandwidth: UInt64(number(1000...9000)))
        stream.averageBandwidth = pick([nil, 900])
        if hasScore { stream.score = decimal() }
        stream.codecs = pick([["avc1.64000d", "mp4a.40.2"], ["hvc1.2.4.L153.b0", "ec-3"]])
        if stream.codecs[0].hasPrefix("hvc1") { stream.supplementalCodecs = pick([[], ["dvh1.08.07/db4h"]]) }
        stream.resolution = Resolution(width: 1080, height: 1920)
        stream.hdcpLevel = pick([nil, HDCPLevel.none, .type0, .type1])
        stream.videoRange = pick([nil, .standard, .hybridLogGamma, .perceptualQuantization])
        stream.allowedContentProtection = pick([[], ["com.example.drm:HW/SW-1", "b:C"]])
        stream.requiredVideoLayout = pick([[], [], ["CH-STEREO", "CH-MONO"], ["CH-STEREO/PROJ-EQUI"]])
        stream.stableVariantID = "v\(index)"
        stream.pathwayID = pick([nil, "."])
        stream.otherAttributes = others()
        return stream
    }

    private mutating func addSession(to playlist: inout MultivariantPlaylist) {
        for index in 0..<(chance(30) ? 3 : 0) {
            let content: SessionData.Content =
                chance(50) ? .value(text()) : .resource(uri: uri(), format: pick([nil, .json, .raw]))
            var data = SessionData(dataID: "com.example.\(index)", content: content, language: pick([nil, "en"]))
            data.otherAttributes = others()
            playlist.sessionData.append(data)
        }
        if chance(30) { playlist.sessionKeys = keys() }
    }
}
