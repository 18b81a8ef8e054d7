/// Reads a playlist line by line over its bytes, in one pass. §4.1, §6.3.1.
struct PlaylistParser {
    let state: ReadingState
    let context: ReadingContext
    var media = MediaPlaylist(targetDuration: nil)
    var multivariant = MultivariantPlaylist()
    var locations = SourceLocations()
    var segment = SegmentUnderway()
    var declaredVersion: UInt64?
    var definitions: [VariableDefinition] = []
    var start: StartPoint?
    var hasIndependentSegments = false
    /// EXT-X-STREAM-INF whose URI line is still to come, with the tag's own line.
    var pendingVariant: (variant: VariantStream?, line: TextLine, text: String)?
    /// URI lines above every tag that tells the kind of playlist: what is wrong with them depends on it.
    private var earlyURIs: [(line: TextLine, uri: String)] = []
    /// Where the first tag of each kind of playlist stands.
    private var firstMediaTag: (tag: Tag, position: SourcePosition)?
    private var firstMultivariantTag: (tag: Tag, position: SourcePosition)?
    private var items = 0
    /// Whether no limit has ended the reading before the text ended.
    private(set) var isReadToEnd = true
    /// #EXTM3U stands further down than the first line, and has not been read yet.
    private var isHeaderLate = false
    /// Tags that stand once and stood without a value: another one is read.
    private var tagsWithoutValue: Set<Tag> = []
    private let normalization = NormalizationCheck()
    /// The parameters of the playlist's own query by the bytes of their names.
    lazy var queryParameters = Self.parameters(of: context.uri.flatMap { URIReference($0).query } ?? "")

    init(_ bytes: [UInt8], mode: Reading.Mode, context: ReadingContext) {
        state = ReadingState(bytes, mode: mode, limits: context.limits)
        self.context = context
    }

    mutating func read() -> Reading {
        if state.bytes.count > state.limits.bytes {
            state.log.report(
                .limit, at: SourcePosition(line: 1), refuses: true,
                "\(state.bytes.count) bytes of text; at most \(state.limits.bytes) are read")
            isReadToEnd = false
        } else {
            readLines()
        }
        return finish()
    }

    var isLenient: Bool { state.mode == .lenient }

    /// Whether a URI line is a variant's: the tags so far are those of a multivariant playlist.
    var isMultivariantSoFar: Bool { pendingVariant != nil || firstMultivariantTag != nil && firstMediaTag == nil }
}

// MARK: Kind

extension PlaylistParser {
    /// A URI line without EXTINF, which in a multivariant playlist is one without EXT-X-STREAM-INF.
    mutating func reportBareURI(_ uri: String, _ line: TextLine) {
        if firstMediaTag == nil, firstMultivariantTag == nil {
            earlyURIs.append((line, uri))
        } else {
            reportBareURI(uri, line, isOfSegment: true)
        }
    }

    private func reportBareURI(_ uri: String, _ line: TextLine, isOfSegment: Bool) {
        state.report(
            isOfSegment ? .s01 : .p01, at: line.content.lowerBound, in: line,
            "'\(uri.shortened)' has no \(isOfSegment ? "EXTINF" : "EXT-X-STREAM-INF")")
    }
}

// MARK: Lines

extension PlaylistParser {
    private mutating func readLines() {
        guard var index = startOfText() else { return }
        let bytes = state.bytes
        if index == bytes.count {
            state.log.report(.g08, at: SourcePosition(line: 1), refuses: true, "there is no text")
        }
        var number = 1
        isHeaderLate = startsLate(from: index)
        while index < bytes.count {
            let start = index
            var classes: UInt8 = 0
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
                classes |= ByteClasses.bits(of: bytes[index])
                index += 1
            }
            let end = index > start && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
            let line = line(number, start..<end, ByteClasses(rawValue: classes))
            if number == 1, !isHeaderLate {
                guard readFirstLine(line) else { return }
            } else if !line.content.isEmpty {
                items += 1
                guard items <= state.limits.items else {
                    state.report(.limit, at: start, in: line, refuses: true, "more than \(state.limits.items) lines")
                    return isReadToEnd = false
                }
                read(line)
                if state.isOverBudget { return isReadToEnd = false }
            }
            number += 1
            index += 1
        }
    }

    /// Past a byte-order mark; `nil` when the text is of another encoding.
    private func startOfText() -> Int? {
        let bytes = state.bytes
        let top = SourcePosition(line: 1)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let name = bytes[0] == 0xFF ? "UTF-16LE" : "UTF-16BE"
            state.log.report(.g03, at: top, refuses: true, "a byte-order mark of \(name)")
            state.log.report(.g02, at: top, refuses: true, "the text is \(name), not UTF-8")
            return nil
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            state.log.report(.g03, at: top, refuses: !isLenient, "a byte-order mark")
            return 3
        }
        return 0
    }

    /// Whether #EXTM3U comes only after comments, tags or blank lines. A lenient player reads on from there.
    private func startsLate(from start: Int) -> Bool {
        let bytes = state.bytes
        var isFirst = true
        for line in bytes[start...].split(
            separator: UInt8(ascii: "\n"), maxSplits: 32, omittingEmptySubsequences: false)
        {
            let text = line.drop(while: \.isBlank)
            if text.starts(with: "#EXTM3U".utf8) {
                let next = text.dropFirst("#EXTM3U".utf8.count).first
                guard next == nil || next == UInt8(ascii: "\r") || next?.isBlank == true else { return false }
                if !isFirst {
                    state.log.report(
                        .g08, at: SourcePosition(line: 1), refuses: !isLenient, "the first line is not #EXTM3U")
                }
                return !isFirst
            }
            guard text.isEmpty || text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: "\r") else {
                return false
            }
            isFirst = false
        }
        return false
    }

    /// The line with what is wrong with its characters reported.
    private func line(_ number: Int, _ range: Range<Int>, _ classes: ByteClasses) -> TextLine {
        let bytes = state.bytes
        var content = range
        while let first = content.first, bytes[first].isBlank { content = (first + 1)..<content.upperBound }
        while let last = content.last, bytes[last].isBlank || bytes[last] == UInt8(ascii: "\r") {
            content = content.lowerBound..<last
        }
        let line = TextLine(
            number: number, start: range.lowerBound, content: content, hasNonASCII: classes.contains(.nonASCII))
        if content != range,
            bytes[range.lowerBound].isBlank || bytes[content.upperBound..<range.upperBound].contains(where: \.isBlank)
        {
            let isAtStart = content.lowerBound > range.lowerBound
            if isAtStart || !endsInFreeText(content) {
                state.report(
                    .g07, at: isAtStart ? range.lowerBound : content.upperBound, in: line,
                    "a blank at the \(isAtStart ? "start" : "end") of the line")
            }
        }
        if classes.contains(.control) { checkControls(line, range) }
        if classes.contains(.nonASCII) { checkNonASCII(line, content) }
        return line
    }

    /// Whether the line ends with the title of EXTINF or is a comment, where blanks are text. §4.1, §4.4.4.1.
    private func endsInFreeText(_ content: Range<Int>) -> Bool {
        let text = state.bytes[content]
        guard text.first == UInt8(ascii: "#") else { return false }
        return !text.starts(with: "#EXT".utf8) || text.starts(with: "#EXTINF:".utf8) && text.contains(UInt8(ascii: ","))
    }

    private func checkControls(_ line: TextLine, _ content: Range<Int>) {
        let bytes = state.bytes
        let allowsTab = bytes[content].starts(with: "#EXT-X-SKIP:".utf8)
        for index in content {
            let byte = bytes[index]
            guard ByteClasses.bits(of: byte) == ByteClasses.control.rawValue, !(byte == 9 && allowsTab) else {
                continue
            }
            if byte == UInt8(ascii: "\r") {
                state.report(.g06, at: index, in: line, refuses: !isLenient, "a lone carriage return is no line end")
            }
            state.report(.g04, at: index, in: line, "the control character \(codePoint(UInt32(byte)))")
        }
    }

    private func checkNonASCII(_ line: TextLine, _ content: Range<Int>) {
        guard let text = String(validating: state.bytes[content], as: UTF8.self) else {
            state.report(
                .g02, at: firstInvalid(content), in: line, refuses: !isLenient, "bytes that are no UTF-8")
            return
        }
        if let control = text.unicodeScalars.first(where: { (0x80...0x9F).contains($0.value) }) {
            state.report(
                .g04, at: content.lowerBound, in: line, "the control character \(codePoint(control.value))")
        }
        if !isLenient, !normalization.isNFC(text.unicodeScalars) {
            state.report(.g05, at: content.lowerBound, in: line, "the text is not in Normalization Form C")
        }
    }

    /// Where the bytes stop being UTF-8.
    private func firstInvalid(_ content: Range<Int>) -> Int {
        var decoder = UTF8()
        var bytes = state.bytes[content].makeIterator()
        var offset = content.lowerBound
        while case .scalarValue(let scalar) = decoder.decode(&bytes) { offset += UTF8.width(scalar) }
        return offset
    }

    /// `#EXTM3U`, which stands alone and first. Nothing else is read when it is not there.
    private func readFirstLine(_ line: TextLine) -> Bool {
        let content = state.bytes[line.content]
        let name = "#EXTM3U".utf8
        if content.elementsEqual(name) {
            if line.content.lowerBound > line.start {
                state.report(.g08, at: line.start, in: line, refuses: !isLenient, "a blank before #EXTM3U")
            }
            return true
        }
        if content.starts(with: name), state.bytes[line.content.lowerBound + name.count].isBlank {
            state.report(
                .g08, at: line.content.lowerBound + name.count, in: line, refuses: !isLenient,
                "text after #EXTM3U")
            return true
        }
        state.report(.g08, at: line.start, in: line, refuses: true, "the first line is not #EXTM3U")
        return false
    }

    private mutating func read(_ line: TextLine) {
        let bytes = state.bytes
        let range = line.content
        guard bytes[range.lowerBound] == UInt8(ascii: "#") else { return readURI(line) }
        guard range.count >= 4, bytes[range.lowerBound + 1] == UInt8(ascii: "E"),
            bytes[range.lowerBound + 2] == UInt8(ascii: "X"), bytes[range.lowerBound + 3] == UInt8(ascii: "T")
        else {
            if bytes[range].count > 4, isTagInWrongCase(range) {
                state.report(.g23, at: range.lowerBound, in: line, "a comment; tag names are in upper case")
            }
            return keep(line)
        }
        var end = range.lowerBound
        while end < range.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
        let colon = end < range.upperBound ? end : nil
        let name = (range.lowerBound + 1)..<(colon ?? range.upperBound)
        let value = colon.map { ($0 + 1)..<range.upperBound }
        guard let tag = Tag(bytes.span.extracting(name)) else {
            reportUnknown(name, line)
            return keep(line)
        }
        read(tag, value, line)
    }

    private func isTagInWrongCase(_ range: Range<Int>) -> Bool {
        let start = range.lowerBound
        return state.bytes[start + 1] | 0x20 == UInt8(ascii: "e") && state.bytes[start + 2] | 0x20 == UInt8(ascii: "x")
            && state.bytes[start + 3] | 0x20 == UInt8(ascii: "t")
            && (state.bytes[start + 4] == UInt8(ascii: "-") || state.bytes[start + 4] | 0x20 == UInt8(ascii: "i"))
    }

    private func reportUnknown(_ name: Range<Int>, _ line: TextLine) {
        let start = line.content.lowerBound
        if state.bytes[name].elementsEqual("EXT-X-ALLOW-CACHE".utf8) {
            state.report(.g24, at: start, in: line, "EXT-X-ALLOW-CACHE was removed in version 7")
        } else {
            state.report(.g23, at: start, in: line, "\(state.shown(name)) is no tag of the draft")
        }
    }

    /// A line that is not understood stays where it is.
    mutating func keep(_ line: TextLine) {
        let other = UninterpretedLine(state.text(line.content))
        if pendingVariant != nil || firstMediaTag == nil && firstMultivariantTag != nil {
            multivariant.otherLines.append(other)
        } else if segment.isInBody {
            segment.otherLines.append(other)
        } else {
            media.otherLines.append(other)
        }
    }
}

// MARK: Tags

extension PlaylistParser {
    private mutating func read(_ tag: Tag, _ value: Range<Int>?, _ line: TextLine) {
        noteHome(of: tag, line)
        guard isFirst(tag, line), checkContent(of: tag, value, line) else { return }
        if pendingVariant != nil, tag != .streamInf { reportTagBeforeURI(tag, line) }
        switch tag.content {
        case .attributes:
            var list = AttributeReader(state, line: line, tag: tag, list: value)
            readAttributes(tag, &list)
        case .value, .nothing:
            switch tag.home {
            case .any: readBasic(tag, value, line)
            case .segment: readSegmentTag(tag, value, line)
            case .media, .multivariant: readMediaTag(tag, value, line)
            }
        }
    }

    private mutating func noteHome(of tag: Tag, _ line: TextLine) {
        switch tag.home {
        case .any: break
        case .media, .segment:
            if firstMediaTag == nil { firstMediaTag = (tag, position(of: line)) }
            if let first = firstMultivariantTag, let second = firstMediaTag, first.position < second.position {
                reportStranger(tag, tag.home == .segment ? .s20 : .m06, "multivariant", line)
            }
        case .multivariant:
            if firstMultivariantTag == nil { firstMultivariantTag = (tag, position(of: line)) }
            if let first = firstMediaTag, let second = firstMultivariantTag, first.position < second.position {
                reportStranger(tag, .p39, "media", line)
            }
        }
    }

    private func reportStranger(_ tag: Tag, _ rule: Rule, _ kind: String, _ line: TextLine) {
        state.report(rule, at: line.content.lowerBound, in: line, "\(tag.rawValue) in a \(kind) playlist")
    }

    /// A tag without a value has none, any other has one.
    private mutating func checkContent(of tag: Tag, _ value: Range<Int>?, _ line: TextLine) -> Bool {
        let isEmpty = value?.isEmpty ?? true
        switch tag.content {
        case .nothing:
            if value != nil, tag != .m3u {
                state.report(.g30, at: line.content.upperBound, in: line, "\(tag.rawValue) takes no value")
            }
            return true
        case .attributes:
            if isEmpty {
                state.report(.g30, at: line.content.lowerBound, in: line, "\(tag.rawValue) has no attributes")
            }
            return true
        case .value:
            guard isEmpty, tag != .inf else { return true }
            state.report(rule(of: tag), at: line.content.lowerBound, in: line, "\(tag.rawValue) has no value")
            tagsWithoutValue.insert(tag)
            return false
        }
    }

    private func position(of line: TextLine) -> SourcePosition {
        state.position(of: line.content.lowerBound, in: line)
    }

    /// The rule that says what the tag's value is.
    func rule(of tag: Tag) -> Rule {
        switch tag {
        case .version: .v02
        case .targetDuration: .m02
        case .mediaSequence: .m07
        case .discontinuitySequence: .m08
        case .playlistType: .m10
        case .byteRange: .s05
        case .programDateTime: .s14
        case .bitrate: .s19
        default: .g30
        }
    }

    /// Of a tag that stands once, the first counts.
    private mutating func isFirst(_ tag: Tag, _ line: TextLine) -> Bool {
        guard tag.isSingle else { return true }
        guard let first = locations.tags[tag] else {
            locations.tags[tag] = position(of: line)
            return true
        }
        let rule: Rule =
            switch tag {
            case .m3u: .g23
            case .version: .v01
            case .independentSegments, .start: .m13
            case .skip: .l20
            case .contentSteering: .p35
            default: .m05
            }
        state.log.report(rule, at: position(of: line), "\(tag.rawValue) again; line \(first.line) has it and counts")
        return tagsWithoutValue.remove(tag) != nil
    }

    private mutating func readBasic(_ tag: Tag, _ value: Range<Int>?, _ line: TextLine) {
        switch tag {
        case .m3u:
            if !isHeaderLate { state.report(.g23, at: line.content.lowerBound, in: line, "#EXTM3U again") }
            isHeaderLate = false
        case .independentSegments: hasIndependentSegments = true
        case .version:
            declaredVersion = integer(value, tag, line)
            if let declaredVersion, declaredVersion > 13 {
                state.report(
                    .v19, at: line.content.lowerBound, in: line, refuses: true,
                    "version \(declaredVersion) is not known here")
            }
            if declaredVersion == 0 { state.report(.v02, at: line.content.lowerBound, in: line, "version 0") }
        default: break
        }
    }

    private mutating func readAttributes(_ tag: Tag, _ list: inout AttributeReader) {
        let position = state.position(of: list.line.content.lowerBound, in: list.line)
        let wasUnderstood: Bool
        switch tag {
        case .start: wasUnderstood = Self.set(&start, StartPoint(&list), list)
        case .define: wasUnderstood = readDefinition(&list)
        default:
            wasUnderstood =
                tag.home == .multivariant
                ? readMultivariantTag(tag, &list, position) : readMediaTag(tag, &list, position)
        }
        if !wasUnderstood { keep(list.line) }
    }

    // These are static so that the parser is not copied for the call, and all its lists with it.

    /// Puts a tag's value in its place unless the whole tag is to be ignored.
    static func set<Value>(_ place: inout Value?, _ value: Value?, _ list: AttributeReader) -> Bool {
        guard !list.isIgnored, let value else { return false }
        place = value
        return true
    }

    static func append<Value>(
        _ value: Value?, to place: inout [Value], _ positions: inout [SourcePosition], _ position: SourcePosition,
        _ list: AttributeReader
    ) -> Bool {
        guard !list.isIgnored, let value else { return false }
        place.append(value)
        positions.append(position)
        return true
    }

    func integer(_ value: Range<Int>?, _ tag: Tag, _ line: TextLine) -> UInt64? {
        guard let value else { return nil }
        let bytes = state.bytes
        if let number = decimalInteger(bytes.span.extracting(value)) { return number }
        state.report(
            rule(of: tag), at: value.lowerBound, in: line,
            "\(tag.rawValue):\(state.shown(value)) is no whole number from 0 to 2^64 - 1")
        return nil
    }
}

// MARK: End

extension PlaylistParser {
    private mutating func finish() -> Reading {
        if isReadToEnd, let pending = pendingVariant { reportMissingURI(of: pending.line) }
        finishSegments()
        if let media = firstMediaTag, let multivariant = firstMultivariantTag {
            let isMediaFirst = media.position < multivariant.position
            state.log.report(
                .g09, at: isMediaFirst ? multivariant.position : media.position, refuses: true,
                "\(isMediaFirst ? multivariant.tag.rawValue : media.tag.rawValue) in a playlist that began with "
                    + "\(isMediaFirst ? media.tag.rawValue : multivariant.tag.rawValue)")
        }
        let isMedia =
            firstMediaTag.map { media in firstMultivariantTag.map { media.position < $0.position } ?? true }
            ?? (firstMultivariantTag == nil && !media.segments.isEmpty)
        // In a text that was not read to its end the tag that tells the kind may still come.
        if isReadToEnd || firstMediaTag != nil || firstMultivariantTag != nil {
            for (line, uri) in earlyURIs { reportBareURI(uri, line, isOfSegment: isMedia) }
        }
        let playlist: Playlist = isMedia ? .media(finishedMedia()) : .multivariant(finishedMultivariant())
        if firstMediaTag == nil, firstMultivariantTag == nil, state.log.refusal == nil {
            state.log.report(
                .g10, at: SourcePosition(line: 1), "no tag says which kind of playlist this is, so it is an empty one")
        }
        if !isLenient, state.bytes.count <= state.limits.bytes, state.log.refusal?.rule != .g08 {
            check(playlist)
            checkRequiredAttribute()
        }
        return reading(playlist)
    }

    /// An attribute that begins with REQ- and is not known: its tag is not in the playlist that was read. §8.
    private func checkRequiredAttribute() {
        guard let place = state.unknownRequiredAttribute, declaredVersion ?? (isReadToEnd ? 1 : 12) < 12 else { return }
        state.log.report(
            .v16, at: place,
            "an attribute of REQ- needs version 12; \(declaredVersion.map { "\($0)" } ?? "none") is declared")
    }

    private var ownAddress: OwnAddressCheck? {
        context.uri.map { OwnAddressCheck(uri: URIReference($0), log: state.log) }
    }

    private func check(_ playlist: Playlist) {
        switch playlist {
        case .media(let media):
            MediaPlaylistCheck(
                playlist: media, declaredVersion: declaredVersion, locations: locations, log: state.log,
                isWhole: isReadToEnd
            ).run()
            ownAddress?.run(
                zip(media.segments, locations.segmentURIs).lazy.map { ($0.uri, SourcePosition(line: $1)) })
        case .multivariant(let multivariant):
            MultivariantPlaylistCheck(
                playlist: multivariant, declaredVersion: declaredVersion, locations: locations, log: state.log,
                isWhole: isReadToEnd, hasUnknownRequirement: state.unknownRequiredAttribute != nil
            ).run()
            AlternativesCheck(
                playlist: multivariant, locations: locations, log: state.log, isWhole: isReadToEnd
            ).run()
            let renditions = zip(multivariant.renditions, locations.renditions).compactMap { rendition, position in
                rendition.uri.map { ($0, position) }
            }
            ownAddress?.run(
                renditions + zip(multivariant.variants.map(\.uri), locations.variants)
                    + zip(multivariant.iFrameVariants.map(\.uri), locations.iFrameVariants))
        }
    }

    /// Takes out kept lines of the other kind of playlist, which would make the text another kind when it is written.
    private mutating func dropStrangers(_ isStranger: (Tag) -> Bool) {
        guard firstMediaTag != nil, firstMultivariantTag != nil else { return }
        let isDropped = { (line: UninterpretedLine) in
            line.tagName.flatMap(Tag.init(rawValue:)).map(isStranger) ?? false
        }
        media.otherLines.removeAll(where: isDropped)
        media.trailingLines.removeAll(where: isDropped)
        for index in media.segments.indices { media.segments[index].otherLines.removeAll(where: isDropped) }
        multivariant.otherLines.removeAll(where: isDropped)
    }

    private mutating func finishedMedia() -> MediaPlaylist {
        dropStrangers { $0.home == .multivariant }
        media.definitions = definitions
        media.start = start
        media.hasIndependentSegments = hasIndependentSegments
        if let declaredVersion, declaredVersion > media.minimumVersion { media.versionFloor = declaredVersion }
        return media
    }

    private mutating func finishedMultivariant() -> MultivariantPlaylist {
        dropStrangers { $0.home == .media || $0.home == .segment }
        multivariant.definitions = definitions
        multivariant.start = start
        multivariant.hasIndependentSegments = hasIndependentSegments
        multivariant.otherLines = media.otherLines + multivariant.otherLines
        if let declaredVersion, declaredVersion > multivariant.minimumVersion {
            multivariant.versionFloor = declaredVersion
        }
        return multivariant
    }

    private func reading(_ playlist: Playlist) -> Reading {
        Reading(
            playlist: playlist,
            findings: state.log.findings.sorted { $0.position < $1.position },
            refusal: state.log.refusal,
            limit: state.log.limit,
            isReadToEnd: isReadToEnd,
            suppressed: state.log.suppressed,
            declaredVersion: declaredVersion,
            variables: state.variables.values,
            locations: locations)
    }
}

/// `U+001B`.
func codePoint(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
}
