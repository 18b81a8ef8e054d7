import MP4
import Testing

private let vectors =
    BoxVector.movie + BoxVector.sampleTable + BoxVector.fragments + BoxVector.protection + BoxVector.codecs
    + BoxVector.sampleEntries

struct BoxVectorTests {
    @Test(arguments: vectors) func `a box is read as it should be and written as it was`(vector: BoxVector) throws {
        let boxes = try [Box](reading: vector.bytes)
        let box = try #require(boxes.first)
        #expect(boxes.count == 1 && box.size == vector.bytes.count)
        try vector.check(box)
        #expect(box.trailing.isEmpty || vector.bytes.count == 12, "nothing is left over")
        #expect(try box.bytes() == vector.bytes)
        // What is kept without the bytes it came from is written the same.
        let copy = Box(box.content, type: box.type)
        #expect(try copy.bytes().count == vector.bytes.count - box.trailing.count)
    }

    @Test func `every registered type has a vector`() {
        let types = Set(vectors.map(\.type))
        #expect(Set(BoxRegistry.types).subtracting(types) == [])
        #expect(Set(BoxRegistry.sampleEntryTypes).subtracting(types) == [])
    }

    @Test(arguments: vectors) func `a file that ends in a box is an error where it ends`(vector: BoxVector) throws {
        for count in 1..<vector.bytes.count {
            let cut = Array(vector.bytes[..<count])
            expectError(reading: cut, within: 0...count)
        }
    }

    @Test(arguments: vectors) func `a box that ends early is an error in it, or is written as it was`(vector: BoxVector)
    {
        for count in 8..<vector.bytes.count {
            expectErrorOrIdentity(bigEndian(UInt32(count)) + vector.bytes[4..<count])
        }
    }

    @Test(arguments: vectors) func `a size or a count that is one more is an error`(vector: BoxVector) {
        let end = vector.bytes.count
        expectError(reading: changed(vector.bytes, 0..<4, by: 1), within: 0...0)
        expectError(reading: changed(vector.bytes, 0..<4, by: -1), within: 0...end)
        for count in vector.counts {
            // A surplus of sample entries is in the field and does no harm.
            if vector.type == "stsd" || vector.variant.hasSuffix("stsd") { continue }
            expectError(reading: changed(vector.bytes, count, by: 1), within: 8...end)
        }
    }

    @Test(arguments: vectors) func `no byte of a box that is one more or less is a trap`(vector: BoxVector) {
        for place in vector.bytes.indices {
            for difference in [1, -1] {
                expectErrorOrIdentity(changed(vector.bytes, place..<place + 1, by: difference))
            }
        }
    }

    @Test(arguments: vectors) func `a box of a version to come is kept as it is`(vector: BoxVector) throws {
        // Where a box has a version it is the first byte.
        var bytes = vector.bytes
        guard bytes.count > 12 else { return }
        bytes[8] = 0xF7
        let box = try #require(try [Box](reading: bytes, keepsMalformed: true).first)
        #expect(try box.bytes() == bytes)
        let content = try #require(try [Box](reading: vector.bytes).first).content
        let hasVersion = Mirror(reflecting: content).children.contains { $0.label == "version" }
        guard hasVersion, (content as? MetaBox)?.isFullBox != false else { return }
        // The version of `av1C` has 7 bits.
        let reason = (box.content as? OpaqueBox)?.problem?.reason
        #expect(reason == .unsupportedVersion(vector.type == "av1C" ? 0x77 : 0xF7))
    }

    private func changed(_ bytes: [UInt8], _ range: Range<Int>, by difference: Int) -> [UInt8] {
        let number = bytes[range].reduce(0) { $0 << 8 | UInt64($1) } &+ UInt64(bitPattern: Int64(difference))
        var changed = bytes
        for (offset, place) in range.reversed().enumerated() {
            changed[place] = UInt8(truncatingIfNeeded: number >> UInt64(8 * offset))
        }
        return changed
    }

    private func expectError(
        reading bytes: [UInt8], within range: ClosedRange<Int>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        do throws(BoxError) {
            _ = try [Box](reading: bytes, position: 1000)
            Issue.record("no error: \(bytes)", sourceLocation: sourceLocation)
        } catch {
            if range.contains(error.offset - 1000) { return }
            Issue.record("\(error) is outside of \(range)", sourceLocation: sourceLocation)
        }
    }

    private func expectErrorOrIdentity(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        do throws(BoxError) {
            if try [Box](reading: bytes, position: 1000).bytes() == bytes { return }
            Issue.record("written otherwise: \(bytes)", sourceLocation: sourceLocation)
        } catch {
            if (1000...1000 + bytes.count).contains(error.offset) { return }
            Issue.record("\(error) is outside of the box", sourceLocation: sourceLocation)
        }
    }
}

/// Every set of fields that flags can announce, put together by a loop of its own.
struct FlaggedFieldTests {
    @Test func `tfhd has the fields that its flags announce`() throws {
        // ISO/IEC 14496-12 §8.8.7.
        let fields: [(flag: UInt32, size: Int)] = [(0x1, 8), (0x2, 4), (0x8, 4), (0x10, 4), (0x20, 4)]
        for set in 0..<UInt32(32) {
            let present = fields.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element)
            let flags = present.reduce(0x2_0000) { $0 | $1.flag }
            var content = bigEndian(flags) + bigEndian(7)
            for field in present { content += [UInt8](repeating: 0, count: field.size - 1) + [UInt8(field.flag)] }
            let bytes = box("tfhd", content)
            let boxes = try [Box](reading: bytes)
            let header = try #require(boxes.first(TrackFragmentHeaderBox.self))
            func value(_ flag: UInt32) -> UInt32? { flags & flag == 0 ? nil : flag }
            #expect(header.trackID == 7 && header.baseDataOffset.map { UInt32($0) } == value(0x1))
            #expect(header.sampleDescriptionIndex == value(0x2) && header.defaultSampleDuration == value(0x8))
            #expect(header.defaultSampleSize == value(0x10) && header.defaultSampleFlags?.rawValue == value(0x20))
            #expect(try boxes.bytes() == bytes)
            #expect(throws: BoxError.self) { try [Box](reading: box("tfhd", content.dropLast())) }
        }
    }

    @Test(arguments: [0, 1] as [UInt8]) func `trun has the fields that its flags announce`(version: UInt8) throws {
        // ISO/IEC 14496-12 §8.8.8: two fields at the beginning, four in every sample.
        let columns: [UInt32] = [0x100, 0x200, 0x400, 0x800]
        for set in 0..<UInt32(64) {
            let flags = (set & 1) | (set & 2) << 1 | (set >> 2) << 8
            var content = bigEndian(UInt32(version) << 24 | flags) + bigEndian(2)
            if flags & 1 != 0 { content += bigEndian(UInt32(bitPattern: -5)) }
            if flags & 4 != 0 { content += bigEndian(6) }
            for sample: UInt32 in 0..<2 {
                for column in columns where flags & column != 0 { content += bigEndian(column | sample) }
            }
            let bytes = box("trun", content)
            let boxes = try [Box](reading: bytes)
            let run = try #require(boxes.first(TrackRunBox.self))
            #expect(run.sampleCount == 2 && run.dataOffset == (flags & 1 == 0 ? nil : -5))
            #expect(run.firstSampleFlags?.rawValue == (flags & 4 == 0 ? nil : 6))
            for sample: UInt32 in 0..<2 {
                func value(_ column: UInt32) -> UInt32? { flags & column == 0 ? nil : column | sample }
                let entry = run[Int(sample)]
                #expect(entry.duration == value(0x100) && entry.size == value(0x200))
                #expect(entry.compositionTimeOffset.map { UInt32(bitPattern: $0) } == value(0x800))
                #expect(entry.flags?.rawValue == (sample == 0 && flags & 4 != 0 ? 6 : value(0x400)))
            }
            #expect(try boxes.bytes() == bytes)
            #expect(throws: BoxError.self) { try [Box](reading: box("trun", content.dropLast())) }
        }
    }
}
