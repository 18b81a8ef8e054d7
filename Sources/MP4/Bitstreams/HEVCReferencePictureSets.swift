/// The short-term reference picture sets of a sequence parameter set, which lie before what is asked for
/// (ITU-T H.265 §7.3.7 and §7.4.8).
enum HEVCReferencePictureSets {
    /// Pictures before and after the current one, by their distance in picture order.
    private struct Distances {
        var before: [Int64] = []
        var after: [Int64] = []
        var count: Int { before.count + after.count }
    }

    static func skip(_ reader: inout BitReader) throws(BitstreamError) {
        let count = try reader.unsignedExpGolomb("num_short_term_ref_pic_sets", upTo: 64)
        var last = Distances()
        for index in 0..<count {
            let isPredicted = index > 0 ? try reader.flag() : false
            last = isPredicted ? try predicted(from: last, &reader) : try explicit(&reader)
            guard last.count <= 16 else { throw reader.invalid("short_term_ref_pic_set") }
        }
    }

    private static func explicit(_ reader: inout BitReader) throws(BitstreamError) -> Distances {
        let before = try reader.unsignedExpGolomb("num_negative_pics", upTo: 16)
        let after = try reader.unsignedExpGolomb("num_positive_pics", upTo: 16)
        return Distances(before: try row(before, sign: -1, &reader), after: try row(after, sign: 1, &reader))
    }

    private static func row(
        _ count: UInt32, sign: Int64, _ reader: inout BitReader
    ) throws(BitstreamError) -> [Int64] {
        var (distance, row): (Int64, [Int64]) = (0, [])
        for _ in 0..<count {
            distance += sign * (1 + Int64(try reader.unsignedExpGolomb("delta_poc_minus1", upTo: 32767)))
            try reader.skip(1)
            row.append(distance)
        }
        return row
    }

    /// A set is told by its difference from the one before. Only how many pictures it has matters here, since the next
    /// one may have a flag for each; a picture that would fall on the current one is none (7-61, 7-62).
    private static func predicted(
        from last: Distances, _ reader: inout BitReader
    ) throws(BitstreamError) -> Distances {
        let isNegative = try reader.flag()
        let size = 1 + Int64(try reader.unsignedExpGolomb("abs_delta_rps_minus1", upTo: 32767))
        let shift = isNegative ? -size : size
        var next = Distances()
        for distance in last.before + last.after + [0] {
            // used_by_curr_pic_flag, or else use_delta_flag.
            var isUsed = try reader.flag()
            if !isUsed { isUsed = try reader.flag() }
            guard isUsed else { continue }
            if distance + shift < 0 { next.before.append(distance + shift) }
            if distance + shift > 0 { next.after.append(distance + shift) }
        }
        next.before.sort(by: >)
        next.after.sort()
        return next
    }
}
