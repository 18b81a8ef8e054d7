#!/bin/sh
# Compiles the boxes with libFuzzer and runs it over the corpus in the tree: fuzz-mp4.sh SECONDS.
set -eu

folder=.build/fuzz
mkdir -p "$folder/mp4-found"
# shellcheck disable=SC2046 # the paths have no blanks
swiftc -O -wmo -parse-as-library -sanitize=fuzzer,address -swift-version 6 -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
    -module-name Fuzz -o "$folder/mp4" $(find Sources/MP4 Tests/Fuzzing/MP4 -name '*.swift')
# Swift's own backtraces and the sanitizer's are at odds.
SWIFT_BACKTRACE=enable=no "$folder/mp4" -max_total_time="${1:-600}" -timeout=10 -rss_limit_mb=1024 \
    -malloc_limit_mb=64 -max_len=65536 -dict=Tests/Fuzzing/MP4/boxes.dict -artifact_prefix="$folder/mp4-" \
    "$folder/mp4-found" Tests/Fuzzing/MP4/corpus
