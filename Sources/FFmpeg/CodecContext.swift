internal import CFFmpeg

/// Owns libavcodec's context of a decoder or an encoder.
struct CodecContext: ~Copyable {
    let pointer: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>, _ operation: @autoclosure () -> String) throws(AVError) {
        pointer = try allocated(avcodec_alloc_context3(codec), operation())
        Log.watch(pointer)
    }

    deinit {
        Log.unwatch(pointer)
        var pointer: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&pointer)
    }

    /// Options of the codec by name; one that it does not know is an error.
    func open(_ options: KeyValuePairs<String, String>, _ operation: @autoclosure () -> String) throws(AVError) {
        for (name, value) in options {
            try check(
                av_opt_set(pointer, name, value, AV_OPT_SEARCH_CHILDREN), "set \(name)=\(value) to \(operation())")
        }
        try check(avcodec_open2(pointer, nil, nil), operation(), about: pointer)
    }

    var extradata: [UInt8] {
        Array(UnsafeBufferPointer(start: pointer.pointee.extradata, count: Int(pointer.pointee.extradata_size)))
    }
}
