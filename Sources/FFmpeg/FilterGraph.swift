internal import CFFmpeg
package import MediaTypes

/// A chain of libavfilter from one source to one sink. Time stamps pass through. One thread uses it at a time.
///
/// The description is libavfilter's: `transpose=clock,scale=360:640:flags=bicubic,format=yuv420p` or
/// `aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=n=1024:p=0`. Frames of another format
/// than the first need another graph: compare `videoFormat` or `audioFormat`.
package final class FilterGraph {
    private let library: reelrig_filters
    private let graph: Graph
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>
    private let description: String

    /// For pictures like `frame`. `timeBase` is that of the time stamps.
    package convenience init(
        _ description: String, videoLike frame: Frame, timeBase: TimeBase, frameRate: FrameRate? = nil
    ) throws(AVError) {
        try self.init(description, "buffer", "buffersink") { parameters in
            parameters.format = frame.pointer.pointee.format
            parameters.width = frame.pointer.pointee.width
            parameters.height = frame.pointer.pointee.height
            parameters.sample_aspect_ratio = frame.videoFormat.sampleAspect.rational
            parameters.time_base = timeBase.rational
            if let rate = frameRate?.rational { parameters.frame_rate = rate }
            withUnsafeMutablePointer(to: &parameters) { reelrig_set_source_color($0, frame.pointer) }
        }
    }

    /// For audio like `frame`.
    package convenience init(_ description: String, audioLike frame: Frame, timeBase: TimeBase) throws(AVError) {
        try self.init(description, "abuffer", "abuffersink") { parameters in
            parameters.format = frame.pointer.pointee.format
            parameters.sample_rate = frame.pointer.pointee.sample_rate
            parameters.time_base = timeBase.rational
            av_channel_layout_copy(&parameters.ch_layout, &frame.pointer.pointee.ch_layout)
        }
    }

    private init(
        _ description: String, _ sourceName: String, _ sinkName: String,
        _ fill: (inout AVBufferSrcParameters) -> Void
    ) throws(AVError) {
        let operation = "filter by '\(description)'"
        _ = Log.isSilenced
        let library = try FilterLibrary.functions(operation)
        let graph = try Graph(library, operation)
        let source = try graph.add(sourceName, "in", operation)
        let parameters = try allocated(library.av_buffersrc_parameters_alloc(), operation)
        defer { av_free(parameters) }
        fill(&parameters.pointee)
        try check(library.av_buffersrc_parameters_set(source, parameters), operation)
        try check(library.avfilter_init_str(source, nil), operation)
        let sink = try graph.add(sinkName, "out", operation)
        try check(library.avfilter_init_str(sink, nil), operation)
        try graph.connect(source, description, sink, operation)
        self.library = library
        self.graph = graph
        self.source = source
        self.sink = sink
        self.description = description
    }

    /// Of the frames that come out.
    package var timeBase: TimeBase { TimeBase(library.av_buffersink_get_time_base(sink)) ?? TimeBase(1, 1)! }

    /// Sends a frame, or `nil` at the end, and hands on every frame that comes out.
    package func filter(_ frame: Frame?, _ body: (Frame) throws -> Void) throws {
        let operation = "filter by '\(description)'"
        let keepReference = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
        try check(library.av_buffersrc_add_frame_flags(source, frame?.pointer, keepReference), operation)
        while true {
            let filtered = try Frame()
            let code = library.av_buffersink_get_frame(sink, filtered.pointer)
            if code == reelrig_AVERROR_EAGAIN || code == reelrig_AVERROR_EOF { return }
            try check(code, operation)
            try body(try filtered.straightened())
        }
    }
}

/// Owns libavfilter's graph; the filters in it live as long.
private struct Graph: ~Copyable {
    private let library: reelrig_filters
    private let pointer: UnsafeMutablePointer<AVFilterGraph>

    init(_ library: reelrig_filters, _ operation: String) throws(AVError) {
        self.library = library
        pointer = try allocated(library.avfilter_graph_alloc(), operation)
        // One thread: its output and its memory do not depend on the machine.
        pointer.pointee.nb_threads = 1
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFilterGraph>? = pointer
        library.avfilter_graph_free(&pointer)
    }

    /// Not yet initialised.
    func add(_ filter: String, _ name: String, _ operation: String) throws(AVError)
        -> UnsafeMutablePointer<AVFilterContext>
    {
        guard let filter = library.avfilter_get_by_name(filter) else {
            throw AVError(reelrig_AVERROR_FILTER_NOT_FOUND, operation)
        }
        return try allocated(library.avfilter_graph_alloc_filter(pointer, filter, name), operation)
    }

    func connect(
        _ source: UnsafeMutablePointer<AVFilterContext>, _ description: String,
        _ sink: UnsafeMutablePointer<AVFilterContext>, _ operation: String
    ) throws(AVError) {
        var outputs = library.avfilter_inout_alloc()
        var inputs = library.avfilter_inout_alloc()
        defer {
            library.avfilter_inout_free(&outputs)
            library.avfilter_inout_free(&inputs)
        }
        // Named from the description's point of view: its input is the source's output.
        for (end, context, name) in [(outputs, source, "in"), (inputs, sink, "out")] {
            let end = try allocated(end, operation)
            end.pointee.name = av_strdup(name)
            end.pointee.filter_ctx = context
        }
        Log.watch(pointer)
        defer { Log.unwatch(pointer) }
        try check(
            library.avfilter_graph_parse_ptr(pointer, description, &inputs, &outputs, nil), operation, about: pointer)
        try check(library.avfilter_graph_config(pointer, nil), operation, about: pointer)
    }
}
