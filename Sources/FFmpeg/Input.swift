internal import CFFmpeg
package import MediaTypes

/// An open file, or bytes in memory that are read as one. Closing it is `deinit`'s work. One thread uses it at a time.
package final class Input {
    private let context: FormatContext
    private let name: String
    private let isProbed: Bool
    package let streams: [StreamInfo]
    /// libavformat's name, as `mov,mp4,m4a,3gp,3g2,mj2`.
    package let format: String
    /// What the file says that it lasts; `nil` when that is only a guess from its size.
    package let duration: MediaTime?
    /// Packets that the file names and does not hold, as far as it was read.
    package private(set) var lostPacketCount = 0
    /// How many of them may still be met; `nil` before the first.
    private var retries: Int?
    /// Whether times may start again within a file of this format, as of MPEG-TS (AVFMT_TS_DISCONT).
    package let mayJump: Bool
    private var shifts: [Int: ArraySlice<Shift>] = [:]
    private var readCounts: [Int: Int] = [:]
    /// Where the next packet begins of a sound whose times are none: of FLAC without a header libavformat counts samples, and
    /// says that they are ticks of 90 kHz.
    private var soundEnd: Int64?

    /// From a packet of a stream on, counted from 0, its times are moved by so many ticks of its time base.
    package struct Shift: Equatable, Sendable {
        package var packet: Int
        package var ticks: Int64

        package init(packet: Int, ticks: Int64) {
            self.packet = packet
            self.ticks = ticks
        }
    }

    /// Opens a local file. `path` is only ever a file: no protocol, playlist or device can be named. Without `isProbed`
    /// the streams are what the headers say: faster, but pixel format and frame rates stay unknown, and so do all
    /// streams of formats whose headers name none, as MPEG-TS.
    package static func open(path: String, isProbed: Bool = true) throws(AVError) -> Input {
        do throws(AVError) { return try open(path, as: nil, isProbed: isProbed) } catch {
            // By its bytes a stream of JPEG pictures is a still image; only the name tells.
            guard error.text.contains("not on whitelist"), isMotionJPEG(path) else { throw error }
            return try open(path, as: "mjpeg", isProbed: isProbed)
        }
    }

    private static func open(_ path: String, as format: String?, isProbed: Bool) throws(AVError) -> Input {
        let context = try FormatContext.open(
            url: "file:\(path)", reading: nil, name: path, isProbed: isProbed, format: format)
        return Input(context, name: path, isProbed: isProbed)
    }

    private static func isMotionJPEG(_ path: String) -> Bool {
        let name = path.lowercased()
        return name.hasSuffix(".mjpeg") || name.hasSuffix(".mjpg")
    }

    /// Reads the pieces as one file, as an init section and a segment. `name` is for messages. Without `isProbed` the
    /// streams are what the headers say: faster, but pixel format and frame rates stay unknown. With a `format`, as
    /// ``format``, the content is not guessed.
    package static func open(
        chunks: [[UInt8]], name: String, isProbed: Bool = true, format: String? = nil
    ) throws(AVError) -> Input {
        let reader = try MemoryReader(chunks)
        let context = try FormatContext.open(
            url: nil, reading: reader, name: name, isProbed: isProbed, format: format)
        return Input(context, name: name, isProbed: isProbed)
    }

    package static func open(
        bytes: [UInt8], name: String, isProbed: Bool = true, format: String? = nil
    ) throws(AVError) -> Input {
        try open(chunks: [bytes], name: name, isProbed: isProbed, format: format)
    }

    private init(_ context: consuming FormatContext, name: String, isProbed: Bool) {
        let pointer = context.pointer
        streams = (0..<Int(pointer.pointee.nb_streams)).map { StreamInfo(pointer.pointee.streams[$0]!, of: pointer) }
        format = String(cString: pointer.pointee.iformat.pointee.name)
        mayJump = pointer.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
        let isGuess = pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        duration = isGuess ? nil : timestamp(pointer.pointee.duration).map { MediaTime($0, Timescale(1_000_000)) }
        self.name = name
        self.isProbed = isProbed
        self.context = context
        let sound = streams.first
        if format == "flac", let rate = sound?.audio?.sampleRate, sound?.timeBase.denominator != Int32(clamping: rate) {
            soundEnd = 0
        }
    }

    /// Packets follow each other.
    private func count(_ packet: Packet, from end: Int64) {
        packet.move(by: end.subtractingReportingOverflow(packet.pts ?? end).partialValue)
        soundEnd = end.addingReportingOverflow(max(0, packet.duration)).partialValue
    }

    /// Moves the times of packets, by stream and in order of the packets. Before the first is read; without seeking.
    package func shift(_ shifts: [Int: [Shift]]) { self.shifts = shifts.mapValues { $0[...] } }

    /// Packets of other streams are not read any more.
    package func select(_ indices: Set<Int>) {
        for index in streams.indices {
            let isWanted = indices.contains(index)
            context.pointer.pointee.streams[index]!.pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Packets are handed on as the container holds them. libavformat else looks into each for what a container may leave
    /// out, and copies those of H.264 and HEVC for it. Before the first is read; only of containers that know where
    /// packets begin.
    package func leaveUnparsed() { context.pointer.pointee.flags |= AVFMT_FLAG_NOPARSE }

    private func isSelected(_ index: Int) -> Bool {
        context.pointer.pointee.streams[index]!.pointee.discard != AVDISCARD_ALL
    }

    /// The next packet of any selected stream in the file's order; `nil` at the end.
    package func readPacket() throws(AVError) -> Packet? {
        while true {
            let packet = try Packet()
            let code = av_read_frame(context.pointer, packet.pointer)
            if code < 0, isBehindEnd() { continue }
            if code == reelrig_AVERROR_EOF { return nil }
            try check(code, "read \(name)", about: context.pointer)
            // Probing has read ahead without regard to the selection; and a file may add streams while it is read.
            guard streams.indices.contains(packet.streamIndex), isSelected(packet.streamIndex) else { continue }
            if let end = soundEnd { count(packet, from: end) }
            if !shifts.isEmpty { move(packet) }
            return packet
        }
    }

    /// Each shift takes the place of the one before it.
    private func move(_ packet: Packet) {
        let stream = packet.streamIndex
        let number = readCounts[stream, default: 0]
        readCounts[stream] = number + 1
        while let next = shifts[stream]?.dropFirst().first, next.packet <= number { shifts[stream]?.removeFirst() }
        guard let shift = shifts[stream]?.first, shift.packet <= number else { return }
        packet.move(by: shift.ticks)
    }

    /// Whether what could not be read is a packet that the index places behind the end of a file that was cut short: others
    /// may lie before it.
    private func isBehindEnd() -> Bool {
        if retries == nil {
            lostPacketCount = countLostPackets()
            retries = lostPacketCount
        }
        guard let left = retries, left > 0 else { return false }
        retries = left - 1
        return true
    }

    private func countLostPackets() -> Int {
        guard format.hasPrefix("mov"), let reader = context.pointer.pointee.pb else { return 0 }
        let size = avio_size(reader)
        guard size > 0 else { return 0 }
        return streams.indices.filter(isSelected).reduce(0) { count, index in
            let stream = context.pointer.pointee.streams[index]!
            return count
                + (0..<avformat_index_get_entries_count(stream)).count { reelrig_index_end(stream, $0) > size }
        }
    }

    /// Continues at the last key frame of the stream at or before `timestamp`, in ticks of its time base. Decoders are
    /// flushed by the caller.
    package func seek(to timestamp: Int64, stream: Int) throws(AVError) {
        try check(
            av_seek_frame(context.pointer, Int32(clamping: stream), timestamp, AVSEEK_FLAG_BACKWARD), "seek in \(name)",
            about: context.pointer)
    }

    /// A decoder for one of the streams. It does not need this input any longer. With `isWhole` samples come out that the
    /// container, or the decoder by what it knows of an encoder, would leave out as priming or padding.
    package func makeDecoder(stream index: Int, threads: Int = 1, isWhole: Bool = false) throws(AVError) -> Decoder {
        let parameters = context.pointer.pointee.streams[index]!.pointee.codecpar!
        return try Decoder(
            parameters, streams[index], threads: threads, isProbed: isProbed, isWhole: isWhole,
            name: "\(streams[index].codec) of \(name)")
    }

    /// What an MP4 track of this codec carries beside its samples: `avcC`, AudioSpecificConfig …
    package func extradata(stream index: Int) -> [UInt8] {
        let parameters = context.pointer.pointee.streams[index]!.pointee.codecpar!
        let count = Int(parameters.pointee.extradata_size)
        return Array(UnsafeBufferPointer(start: parameters.pointee.extradata, count: count))
    }
}
