internal import CFFmpeg

/// Writes one MP4 file, its index at the front. The same packets give the same bytes.
package final class Muxer {
    private let context: OutputContext
    private let path: String
    private var timeBases: [TimeBase] = []

    /// Makes the file, or empties the one that is there.
    package init(path: String) throws(AVError) {
        self.path = path
        context = try OutputContext.create(path)
    }

    package func addTrack(of encoder: VideoEncoder) throws(AVError) { try addTrack(encoder.context) }

    package func addTrack(of encoder: AudioEncoder) throws(AVError) { try addTrack(encoder.context) }

    /// Once, after all tracks.
    package func begin() throws(AVError) { try context.begin(path) }

    /// The packets of one track come in decoding order, each with its duration.
    package func write(_ packet: Packet, track: Int) throws(AVError) {
        let own = try Packet()
        try check(av_packet_ref(own.pointer, packet.pointer), "write \(path)")
        own.pointer.pointee.stream_index = Int32(clamping: track)
        let target = context.pointer.pointee.streams[track]!.pointee.time_base
        av_packet_rescale_ts(own.pointer, timeBases[track].rational, target)
        try check(av_interleaved_write_frame(context.pointer, own.pointer), "write \(path)", about: context.pointer)
    }

    /// Completes the file. Without it, what is there cannot be read.
    package func finish() throws(AVError) {
        try check(av_write_trailer(context.pointer), "write \(path)", about: context.pointer)
        try check(avio_closep(&context.pointer.pointee.pb), "write \(path)")
    }

    private func addTrack(_ encoder: borrowing CodecContext) throws(AVError) {
        let stream = try allocated(avformat_new_stream(context.pointer, nil), "write \(path)")
        try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder.pointer), "write \(path)")
        stream.pointee.time_base = encoder.pointer.pointee.time_base
        stream.pointee.avg_frame_rate = encoder.pointer.pointee.framerate
        timeBases.append(TimeBase(encoder.pointer.pointee.time_base) ?? TimeBase(1, 1)!)
    }
}

/// Owns libavformat's context of an output, and the open file.
private struct OutputContext: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFormatContext>

    private init(owning pointer: UnsafeMutablePointer<AVFormatContext>) {
        self.pointer = pointer
        Log.watch(pointer)
        // No creation time, no writer's name.
        pointer.pointee.flags |= AVFMT_FLAG_BITEXACT
    }

    static func create(_ path: String) throws(AVError) -> OutputContext {
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&made, nil, "mp4", "file:\(path)"), "write \(path)")
        let context = OutputContext(owning: try allocated(made, "write \(path)"))
        try check(avio_open(&context.pointer.pointee.pb, "file:\(path)", AVIO_FLAG_WRITE), "create \(path)")
        return context
    }

    deinit {
        Log.unwatch(pointer)
        avio_closep(&pointer.pointee.pb)
        avformat_free_context(pointer)
    }

    func begin(_ path: String) throws(AVError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "movflags", "+faststart", 0)
        try check(avformat_write_header(pointer, &options), "write \(path)", about: pointer)
    }
}
