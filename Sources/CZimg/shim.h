#pragma once
#include <math.h>
#include <zimg.h>

// The version of the interface is a macro with arguments, which Swift does not see. 4:2:0 of 8 bits, bicubic as
// libswscale has it (B = 0, C = 0.6), and nothing else changes. Chroma is taken to lie in the centre, as libswscale takes it:
// pictures are compared with those of FFmpeg, and where it lies at the left it moves by less than half a sample of luma.
// zimg takes no 4:2:0 of an odd size: the source's buffer is even, and what of it is beyond the picture is not scaled.
static inline zimg_filter_graph *reelrig_zimg_graph(
    unsigned source_width, unsigned source_height, unsigned width, unsigned height, int jfif_matrix) {
    zimg_image_format source, target;
    zimg_image_format_default(&source, ZIMG_API_VERSION);
    source.width = source_width + source_width % 2;
    source.height = source_height + source_height % 2;
    source.active_region.left = 0;
    source.active_region.top = 0;
    source.active_region.width = source_width;
    source.active_region.height = source_height;
    source.pixel_type = ZIMG_PIXEL_BYTE;
    source.subsample_w = 1;
    source.subsample_h = 1;
    source.color_family = ZIMG_COLOR_YUV;
    source.pixel_range = ZIMG_RANGE_LIMITED;
    source.depth = 8;
    source.chroma_location = ZIMG_CHROMA_CENTER;
    target = source;
    target.width = width;
    target.height = height;
    target.active_region.left = target.active_region.top = NAN;
    target.active_region.width = target.active_region.height = NAN;
    if (jfif_matrix >= 0) {
        source.matrix_coefficients = (zimg_matrix_coefficients_e)jfif_matrix;
        target.matrix_coefficients = ZIMG_MATRIX_ST170_M;
        target.pixel_range = ZIMG_RANGE_FULL;
    }
    zimg_graph_builder_params params;
    zimg_graph_builder_params_default(&params, ZIMG_API_VERSION);
    params.resample_filter = ZIMG_RESIZE_BICUBIC;
    params.filter_param_a = 0;
    params.filter_param_b = 0.6;
    params.resample_filter_uv = ZIMG_RESIZE_BICUBIC;
    params.filter_param_a_uv = 0;
    params.filter_param_b_uv = 0.6;
    params.cpu_type = ZIMG_CPU_AUTO_64B;
    return zimg_filter_graph_build(&source, &target, &params);
}

static inline zimg_filter_graph *reelrig_zimg_bicubic(
    unsigned source_width, unsigned source_height, unsigned width, unsigned height) {
    return reelrig_zimg_graph(source_width, source_height, width, height, -1);
}

// What comes out is what JFIF means: full range and BT.601's matrix. `matrix` is that of the source, as H.273 numbers it.
static inline zimg_filter_graph *reelrig_zimg_jfif(
    unsigned source_width, unsigned source_height, unsigned width, unsigned height, unsigned matrix) {
    return reelrig_zimg_graph(source_width, source_height, width, height, (int)matrix);
}

// Three planes each; rows and their distances are multiples of 64 bytes.
static inline int reelrig_zimg_process(
    const zimg_filter_graph *graph, const unsigned char *const source[3], const int source_strides[3],
    unsigned char *const target[3], const int target_strides[3], void *scratch) {
    zimg_image_buffer_const from = {ZIMG_API_VERSION};
    zimg_image_buffer to = {ZIMG_API_VERSION};
    for (int plane = 0; plane < 3; plane++) {
        from.plane[plane].data = source[plane];
        from.plane[plane].stride = source_strides[plane];
        from.plane[plane].mask = ZIMG_BUFFER_MAX;
        to.plane[plane].data = target[plane];
        to.plane[plane].stride = target_strides[plane];
        to.plane[plane].mask = ZIMG_BUFFER_MAX;
    }
    return zimg_filter_graph_process(graph, &from, &to, scratch, 0, 0, 0, 0);
}
