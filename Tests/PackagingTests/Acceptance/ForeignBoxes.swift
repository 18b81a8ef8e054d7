import Foundation
import Platform
import TestSupport
import Testing

/// The boxes of a rendition as a few lines of Python read them by ISO/IEC 14496-12, without the library under test.
struct ForeignBoxes: Decodable {
    /// `media_time` of each entry of `elst`; empty without one.
    var edits: [Int64]
    /// Type of the first sample entry.
    var entry: String
    /// Distances of the `roll` group.
    var rolls: [Int]
    /// `creation_time` of `mvhd`, `tkhd` and `mdhd`.
    var creationTimes: [Int]
    var brands: [String]
    /// Of `tkhd`.
    var matrix: [Int64]
    var segments: [Segment]

    struct Segment: Decodable {
        var decodeTime: Int64
        var runVersion: Int
        var durations: [Int64]
        /// Composition offsets, signed as the version of `trun` says.
        var offsets: [Int64]
        /// Without `sample_is_non_sync_sample`.
        var syncSamples: [Int]
        /// Types of the first four NAL units of every sample, of H.264.
        var units: [[Int]]
        /// Samples in the group `roll`.
        var rolled: Int
    }

    static let isReadable = Tool.isInstalled("python3")

    /// - Parameter rendition: its folder.
    static func read(_ rendition: String) throws -> ForeignBoxes {
        let result = try #require(Tool("python3")).run(["-c", script, rendition])
        try #require(result.status == 0, "\(result.standardError)")
        return try JSONDecoder().decode(ForeignBoxes.self, from: Data(result.standardOutput))
    }

    private static let script = """
        import glob, json, os, struct, sys
        def boxes(data, start=0, end=None):
            end = len(data) if end is None else end
            while start < end:
                size, kind = struct.unpack_from(">I4s", data, start)
                assert 8 <= size <= end - start
                yield kind.decode("latin1"), start + 8, start + size
                start += size
        def find(data, path, start=0, end=None):
            for kind, a, b in boxes(data, start, end):
                if kind == path[0]:
                    if len(path) == 1: yield a, b
                    else: yield from find(data, path[1:], a, b)
        def words(data, at, count, form="I"): return list(struct.unpack_from(">%d%s" % (count, form), data, at))

        head = open(os.path.join(sys.argv[1], "init.mp4"), "rb").read()
        [(ftyp, end)] = find(head, ["ftyp"])
        brands = [head[i:i + 4].decode() for i in [ftyp, *range(ftyp + 8, end, 4)]]
        [(trak, trak_end)] = find(head, ["moov", "trak"])
        table = ["mdia", "minf", "stbl"]
        [(tkhd, _)] = find(head, ["tkhd"], trak, trak_end)
        [(mvhd, _)] = find(head, ["moov", "mvhd"])
        [(mdhd, _)] = find(head, ["mdia", "mdhd"], trak, trak_end)
        assert head[tkhd] == head[mvhd] == head[mdhd] == 0
        edits = []
        for a, b in find(head, ["edts", "elst"], trak, trak_end):
            assert head[a] == 0
            edits = [words(head, a + 8 + 12 * i + 4, 1, "i")[0] for i in range(words(head, a + 4, 1)[0])]
        [(stsd, _)] = find(head, table + ["stsd"], trak, trak_end)
        rolls = []
        for a, b in find(head, table + ["sgpd"], trak, trak_end):
            assert head[a] == 1 and head[a + 4:a + 8] == b"roll" and words(head, a + 8, 1) == [2]
            rolls = words(head, a + 16, words(head, a + 12, 1)[0], "h")
        [(trex, _)] = find(head, ["moov", "mvex", "trex"])
        entry = head[stsd + 12:stsd + 16].decode()
        result = dict(
            edits=edits, entry=entry, rolls=rolls, brands=brands, segments=[],
            creationTimes=[words(head, x + 4, 1)[0] for x in (mvhd, tkhd, mdhd)], matrix=words(head, tkhd + 40, 9, "i"))
        for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.m4s"))):
            data = open(path, "rb").read()
            assert [kind for kind, _, _ in boxes(data)] == ["styp", "moof", "mdat"]
            [(moof, moof_end)] = find(data, ["moof"])
            [(traf, traf_end)] = find(data, ["traf"], moof, moof_end)
            [(tfhd, _)] = find(data, ["tfhd"], traf, traf_end)
            flags = words(data, tfhd, 1)[0] & 0xFFFFFF
            assert flags & 0x020001 == 0x020000, "default-base-is-moof, and no base_data_offset"
            at, defaults = tfhd + 8, {}
            for bit in (0x2, 0x8, 0x10, 0x20):
                if flags & bit: defaults[bit], at = words(data, at, 1)[0], at + 4
            [(tfdt, _)] = find(data, ["tfdt"], traf, traf_end)
            decode_time = words(data, tfdt + 4, 1, "Q" if data[tfdt] else "I")[0]
            [(trun, _)] = find(data, ["trun"], traf, traf_end)
            version, flags, count = data[trun], words(data, trun, 1)[0] & 0xFFFFFF, words(data, trun + 4, 1)[0]
            at = trun + 8
            assert flags & 1
            place, at = moof - 8 + words(data, at, 1, "i")[0], at + 4
            first = None
            if flags & 4: first, at = words(data, at, 1)[0], at + 4
            durations, offsets, sync, units = [], [], [], []
            for index in range(count):
                row = {}
                for bit, default in ((0x100, 0x8), (0x200, 0x10), (0x400, 0x20), (0x800, None)):
                    if flags & bit:
                        row[bit], at = words(data, at, 1, "i" if bit == 0x800 and version else "I")[0], at + 4
                    elif bit == 0x400 and index == 0 and first is not None: row[bit] = first
                    else: row[bit] = defaults.get(default, 0)
                durations.append(row[0x100])
                offsets.append(row[0x800])
                if not row[0x400] & 0x10000: sync.append(index)
                found, unit = [], place
                while entry == "avc1" and unit < place + row[0x200] and len(found) < 4:
                    found.append(data[unit + 4] & 31)
                    unit += 4 + words(data, unit, 1)[0]
                units.append(found)
                place += row[0x200]
            assert place == len(data), "the samples are all of mdat"
            rolled = 0
            for a, b in find(data, ["sbgp"], traf, traf_end):
                assert data[a + 4:a + 8] == b"roll" and words(data, a + 8, 1) == [1] and words(data, a + 16, 1) == [1]
                rolled = words(data, a + 12, 1)[0]
            result["segments"].append(dict(
                decodeTime=decode_time, runVersion=version, durations=durations, offsets=offsets, syncSamples=sync,
                units=units, rolled=rolled))
        json.dump(result, sys.stdout)
        """
}
