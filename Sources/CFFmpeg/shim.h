#pragma once
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

// Macros that do not import: each as a constant or a function of the same meaning.
static const int reelrig_AVERROR_EOF = AVERROR_EOF;
static const int reelrig_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int64_t reelrig_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static inline int reelrig_AVERROR(int code) { return AVERROR(code); }
