internal import MP4

/// The parameter sets of a stream of H.264 or H.265: those of its header, and those that stand among its pictures.
struct ParameterSets: Sendable {
    private let isHEVC: Bool
    private var known: [Known] = []

    private struct Known: Sendable {
        var type: UInt8
        var id: UInt32
        var bytes: [UInt8]
        var isAdded: Bool
    }

    /// H.264 allows 32 and 256, H.265 16, 16 and 64; a stream that claims more is damaged.
    private static let most = 320

    init(isHEVC: Bool, header: [[UInt8]]) throws(CodingProblem) {
        self.isHEVC = isHEVC
        for unit in header {
            let unit = unit[..<Self.length(of: unit.span)]
            guard unit.count > 2, holds(unit[0], unit[1]) else { continue }
            _ = try add(Array(unit), isAdded: false)
        }
    }

    /// The type of a NAL unit that begins with a byte.
    func type(of byte: UInt8) -> UInt8 { isHEVC ? byte >> 1 & 0x3F : byte & 0x1F }

    /// Whether a unit that begins with two bytes is a parameter set of the base layer: it belongs in the sample entry.
    func holds(_ first: UInt8, _ second: UInt8) -> Bool {
        let type = type(of: first)
        guard isHEVC else { return type == 7 || type == 8 }
        return (32...34).contains(type) && first & 1 == 0 && second >> 3 == 0
    }

    /// Sets that the header does not have, in the order of their types.
    var added: [(type: UInt8, bytes: [UInt8])] {
        known.filter(\.isAdded).sorted { $0.type < $1.type }.map { ($0.type, $0.bytes) }
    }

    /// All of a type.
    func all(_ type: UInt8) -> [[UInt8]] { known.filter { $0.type == type }.map(\.bytes) }

    /// All as a byte stream with start codes.
    var annexB: [UInt8] {
        known.sorted { $0.type < $1.type }.flatMap { [0, 0, 0, 1] + $0.bytes }
    }

    /// Takes a set that stands among the pictures. `false` when it takes the place of another one of its number: what
    /// stands in a sample entry holds for all samples.
    mutating func add(_ unit: Span<UInt8>) throws(CodingProblem) -> Bool {
        let unit = unit.extracting(0..<Self.length(of: unit))
        guard unit.count > 2 else { return true }
        if known.contains(where: { Self.isEqual($0.bytes.span, unit) }) { return true }
        return try add(unit.withUnsafeBufferPointer { Array($0) }, isAdded: true)
    }

    private mutating func add(_ unit: [UInt8], isAdded: Bool) throws(CodingProblem) -> Bool {
        let type = type(of: unit[0])
        let id = try number(of: unit, type)
        if let other = known.first(where: { $0.type == type && $0.id == id }) { return other.bytes == unit }
        guard known.count < Self.most else { throw CodingProblem("it has more parameter sets than a stream may have") }
        known.append(Known(type: type, id: id, bytes: unit, isAdded: isAdded))
        return true
    }

    private func number(of unit: [UInt8], _ type: UInt8) throws(CodingProblem) -> UInt32 {
        do throws(BitstreamError) {
            switch (isHEVC, type) {
            case (false, 7): return try H264SequenceParameterSet(unit).id
            case (false, _): return try H264PictureParameterSet(unit).id
            case (true, 32): return UInt32(try HEVCVideoParameterSet(unit).id)
            case (true, 33): return try HEVCSequenceParameterSet(unit).id
            case (true, _): return try HEVCPictureParameterSet(unit).id
            }
        } catch {
            throw CodingProblem("a parameter set cannot be read: \(error)")
        }
    }

    /// Without zeros at the end, which are what came before the next start code.
    private static func length(of unit: Span<UInt8>) -> Int {
        var count = unit.count
        while count > 0, unit[count - 1] == 0 { count -= 1 }
        return count
    }

    private static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
