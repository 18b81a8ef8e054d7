#!/bin/sh
# Compiles the parser with libFuzzer and runs it over the corpus in the tree: fuzz-hls.sh SECONDS.
set -eu

folder=.build/fuzz
mkdir -p "$folder/hls-found"
# shellcheck disable=SC2046 # the paths have no blanks
swiftc -O -wmo -parse-as-library -sanitize=fuzzer,address -swift-version 6 -enable-upcoming-feature ExistentialAny \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
    -module-name Fuzz -o "$folder/hls" $(find Sources/HLS -name '*.swift') Tests/Fuzzing/HLS/PlaylistFuzzer.swift
"$folder/hls" -max_total_time="${1:-600}" -timeout=10 -rss_limit_mb=1024 -max_len=65536 -dict=Tests/Fuzzing/HLS/tags.dict \
    -artifact_prefix="$folder/hls-" "$folder/hls-found" Tests/Fuzzing/HLS/corpus
