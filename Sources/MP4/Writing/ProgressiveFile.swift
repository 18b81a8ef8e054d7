/// A file in which all samples are described before the first of them lies: `ftyp`, `moov`, `mdat` (ISO/IEC 14496-12
/// §8.2.1 and §8.5). A player can begin when it has the first part of it.
///
/// It is laid out from what is known of the samples. Their bytes are the caller's: the file is ``header`` and then the
/// bytes of each of ``chunks``, which are those of the next samples of its track.
public struct ProgressiveFile: Sendable {
    /// The next samples of a track.
    public struct Chunk: Hashable, Sendable {
        /// The index of the track.
        public var track: Int
        /// How many samples.
        public var sampleCount: Int
        /// Bytes of all of them.
        public var byteCount: Int
    }

    /// The tracks, which are numbered from 1 in this order.
    public let tracks: [ProgressiveTrack]
    /// In the order of the file: that in which they are decoded, tracks that begin together in the tracks' order.
    public let chunks: [Chunk]

    /// A file of these tracks.
    public init(_ tracks: [ProgressiveTrack]) {
        self.tracks = tracks
        chunks = Self.interleaved(tracks)
    }

    private static func interleaved(_ tracks: [ProgressiveTrack]) -> [Chunk] {
        var next = tracks.map { _ in 0 }
        var chunks: [Chunk] = []
        chunks.reserveCapacity(tracks.reduce(0) { $0 + $1.chunks.count })
        func time(_ index: Int) -> Int64 { tracks[index].time(of: tracks[index].chunks[next[index]]) }
        func isEarlier(_ a: Int, _ b: Int) -> Bool {
            Int128(time(a)) * Int128(tracks[b].timescale) < Int128(time(b)) * Int128(tracks[a].timescale)
        }
        while let index = tracks.indices.filter({ next[$0] < tracks[$0].chunks.count }).min(by: isEarlier) {
            let chunk = tracks[index].chunks[next[index]]
            chunks.append(Chunk(track: index, sampleCount: Int(chunk.sampleCount), byteCount: chunk.byteCount))
            next[index] += 1
        }
        return chunks
    }

    /// Bytes of all samples.
    public var payloadSize: Int { chunks.reduce(0) { $0 + $1.byteCount } }

    /// Everything before the first sample. The same tracks give the same bytes: all times of creation are 0.
    public var header: [UInt8] {
        get throws(BoxError) {
            let size = UInt64(payloadSize)
            let dataHeader = Self.dataHeader(size)
            // How long the header is does not depend on the places in it, only on their width.
            for isWide in [false, true] {
                let start = try UInt64(boxes(samplesAt: 0, isWide).bytes().count + dataHeader.count)
                guard isWide || start + size <= UInt32.max else { continue }
                return try boxes(samplesAt: start, isWide).bytes() + dataHeader
            }
            return []
        }
    }

    private static func dataHeader(_ payloadSize: UInt64) -> [UInt8] {
        let size = payloadSize + 8
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(exactly: size) ?? 1)
        bytes.append(bigEndian: FourCC("mdat").rawValue)
        if size > UInt32.max {
            bytes.append(bigEndian: UInt32((size + 8) >> 32))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: size + 8))
        }
        return bytes
    }

    private func boxes(samplesAt start: UInt64, _ isWide: Bool) -> [Box] {
        let brands = FileTypeBox {
            $0.majorBrand = "mp42"
            $0.compatibleBrands = ["mp42", "isom", "iso6"]
        }
        var places: [[UInt64]] = tracks.map { _ in [] }
        var place = start
        for chunk in chunks {
            places[chunk.track].append(place)
            place += UInt64(chunk.byteCount)
        }
        let boxes = tracks.indices.map { index in
            tracks[index].box(
                trackID: UInt32(index + 1), movieTimescale: timescale, offsets: places[index], isWide: isWide)
        }
        return [Box(brands), Box(MovieBox { $0.children = [Box(movieHeader)] + boxes })]
    }

    private var movieHeader: MovieHeaderBox {
        let duration = tracks.map { $0.duration(inMovie: timescale) }.max() ?? 0
        return MovieHeaderBox {
            $0.version = duration > UInt32.max ? 1 : 0
            $0.timescale = timescale
            $0.duration = duration
            $0.nextTrackID = UInt32(tracks.count + 1)
        }
    }

    /// One in which the times of all tracks are whole; microseconds where there is none that is small enough.
    private var timescale: UInt32 {
        var common: UInt64 = 1
        for track in tracks {
            var (a, b) = (common, UInt64(track.timescale))
            while b != 0 { (a, b) = (b, a % b) }
            common = common / a * UInt64(track.timescale)
            guard common <= Int32.max else { return 1_000_000 }
        }
        return UInt32(common)
    }
}
