internal import CFFmpeg

/// Owns libavformat's context of an open input, and the bytes it reads when they are in memory.
struct FormatContext: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFormatContext>
    /// Must outlive the context, which reads from it while it closes.
    private let reader: MemoryReader?

    deinit {
        Log.unwatch(pointer)
        var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
        avformat_close_input(&pointer)
    }

    /// With a `format`, libavformat's name, the content is not guessed.
    static func open(
        url: String?, reading reader: MemoryReader?, name: String, isProbed: Bool, format: String? = nil
    ) throws(AVError) -> FormatContext {
        let pointer = try allocated(avformat_alloc_context(), "open \(name)")
        pointer.pointee.pb = reader?.context
        Log.watch(pointer)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        av_dict_set(&options, "format_whitelist", formats, 0)
        var opened: UnsafeMutablePointer<AVFormatContext>? = pointer
        let code = avformat_open_input(&opened, url, format.flatMap { av_find_input_format($0) }, &options)
        if code < 0 {
            // libavformat has freed the context; its address still names what was said about it.
            defer { Log.unwatch(pointer) }
            try check(code, "open \(name)", about: pointer)
        }
        let context = FormatContext(pointer: pointer, reader: reader)
        if isProbed { try check(avformat_find_stream_info(pointer, nil), "probe \(name)", about: pointer) }
        return context
    }
}

/// Containers of reels. Others would be guesses (a text file as terminal art), or could name further files to open.
private let formats = """
    mov,mp4,matroska,webm,mpegts,mpeg,mpegvideo,avi,flv,ogg,wav,w64,mp3,aac,flac,ac3,eac3,asf,mxf,nut,yuv4mpegpipe,\
    ivf,h264,hevc,obu,m4v,gif,caf,aiff,dv,\
    amr,amrnb,amrwb,ape,apng,au,dsf,dts,dtshd,gxf,live_flv,mjpeg,mlp,mpc,mpc8,nsv,nuv,oma,rm,swf,tak,truehd,tta,\
    vc1,vc1test,voc,wtv,wv,xwma
    """
