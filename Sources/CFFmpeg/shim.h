#pragma once
#include <dlfcn.h>
#include <stdbool.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#if LIBAVCODEC_VERSION_INT < AV_VERSION_INT(59, 37, 100)
#error "reelrig needs libav 5.1 or newer"
#endif

// Macros that do not import: each as a constant or a function of the same meaning.
static const int reelrig_AVERROR_EOF = AVERROR_EOF;
static const int reelrig_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int reelrig_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int reelrig_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int reelrig_AVERROR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int reelrig_AVERROR_ENCODER_NOT_FOUND = AVERROR_ENCODER_NOT_FOUND;
static const int reelrig_AVERROR_FILTER_NOT_FOUND = AVERROR_FILTER_NOT_FOUND;
static const int reelrig_AVERROR_OPTION_NOT_FOUND = AVERROR_OPTION_NOT_FOUND;
static const int64_t reelrig_AV_NOPTS_VALUE = AV_NOPTS_VALUE;

// What changed between libav 5.1 and 8.
static inline int64_t reelrig_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

static inline void reelrig_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

static inline int reelrig_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 29, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

static inline int reelrig_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

// NULL when the stream has none; 9 numbers otherwise.
static inline const int32_t *reelrig_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    const AVCodecParameters *parameters = stream->codecpar;
    const AVPacketSideData *data = av_packet_side_data_get(
        parameters->coded_side_data, parameters->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 36 ? (const int32_t *)data : NULL;
#endif
}

static inline void reelrig_set_source_color(AVBufferSrcParameters *parameters, const AVFrame *frame) {
#if LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(9, 16, 100)
    parameters->color_space = frame->colorspace;
    parameters->color_range = frame->color_range;
#endif
}

// A bit field is no part of a Swift structure. Where the packet of an index entry ends in the file.
static inline int64_t reelrig_index_end(AVStream *stream, int index) {
    const AVIndexEntry *entry = avformat_index_get_entry(stream, index);
    return entry ? entry->pos + entry->size : 0;
}

// Arrays in structures import as tuples.
static inline int reelrig_sws_scale(struct SwsContext *context, const AVFrame *source, AVFrame *target) {
    return sws_scale(context, (const uint8_t *const *)source->data, source->linesize, 0, source->height,
                     target->data, target->linesize);
}

static inline int reelrig_fill_planes(AVFrame *frame, uint8_t *bytes, int alignment) {
    return av_image_fill_arrays(frame->data, frame->linesize, bytes, (enum AVPixelFormat)frame->format,
                                frame->width, frame->height, alignment);
}

// <malloc.h> is in no Swift module. 1 when the threshold was set.
#if defined(__linux__)
#include <malloc.h>
#endif
static inline int reelrig_set_mmap_threshold(int bytes) {
#if defined(M_MMAP_THRESHOLD)
    return mallopt(M_MMAP_THRESHOLD, bytes);
#else
    return 0;
#endif
}

static inline void reelrig_trim_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

#include <libavutil/cpu.h>
// A flag macro that does not import everywhere: whether the processor has AVX-512.
static inline int reelrig_has_avx512(void) { return (av_get_cpu_flags() & AV_CPU_FLAG_AVX512) != 0; }

// libavfilter brings some thirty libraries along, which take a third of the time in which the program starts, and few
// commands filter: its functions are looked up when the first graph is made. Here the types come from its headers.
#define REELRIG_FILTER_FUNCTIONS(each) \
    each(avfilter_version) \
    each(avfilter_get_by_name) \
    each(avfilter_graph_alloc) \
    each(avfilter_graph_free) \
    each(avfilter_graph_alloc_filter) \
    each(avfilter_graph_parse_ptr) \
    each(avfilter_graph_config) \
    each(avfilter_init_str) \
    each(avfilter_inout_alloc) \
    each(avfilter_inout_free) \
    each(av_buffersrc_parameters_alloc) \
    each(av_buffersrc_parameters_set) \
    each(av_buffersrc_add_frame_flags) \
    each(av_buffersink_get_frame) \
    each(av_buffersink_get_time_base)

// Written once, before anybody reads it: values of functions, which any thread may call.
struct __attribute__((swift_attr("@Sendable"))) reelrig_filters {
#define REELRIG_MEMBER(name) __typeof__(&name) _Nonnull name;
    REELRIG_FILTER_FUNCTIONS(REELRIG_MEMBER)
#undef REELRIG_MEMBER
};

#if defined(__APPLE__)
#define REELRIG_FILTER_LIBRARY "libavfilter." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR) ".dylib"
#else
#define REELRIG_FILTER_LIBRARY "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)
#endif

// False when the library is not there or lacks a function; `filters` is then not to be used. It stays loaded.
static inline bool reelrig_load_filters(struct reelrig_filters *_Nonnull filters) {
    void *library = dlopen(REELRIG_FILTER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define REELRIG_LOAD(name) \
    void *name##_address = dlsym(library, #name); \
    if (!name##_address) return false; \
    filters->name = (__typeof__(&name))name##_address;
    REELRIG_FILTER_FUNCTIONS(REELRIG_LOAD)
#undef REELRIG_LOAD
    return true;
}
