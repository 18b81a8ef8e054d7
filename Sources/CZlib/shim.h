#pragma once
#include <zlib.h>

// deflateInit2 is a macro.
static inline int reelrig_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY);
}
