#!/bin/sh
# Builds the origin with libFuzzer and asks it what the corpus and chance make of requests: fuzz-origin.sh SECONDS.
set -eu

target=Tests/Fuzzing/Origin
folder=.build/fuzz
mkdir -p "$folder/origin-found"
# Not with the address sanitizer as well: SwiftPM passes two in an order of chance, the compiler heeds the last, and without
# the fuzzer's own nothing is known of what an input reaches.
build() {
    REELRIG_FUZZ=1 "${SWIFT:-swift}" build -c release --scratch-path "$folder/origin" --product OriginFuzzer \
        --sanitize fuzzer "$@"
}
build
# Its packages are made below TMPDIR, which goes with it.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
export SWIFT_BACKTRACE=enable=no
"$(build --show-bin-path)/OriginFuzzer" -max_total_time="$1" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=64 \
    -max_len=8192 -print_final_stats=1 -dict="$target/words.dict" -artifact_prefix="$folder/origin-" \
    "$folder/origin-found" "$target/corpus"
