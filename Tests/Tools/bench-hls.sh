#!/bin/sh
# Compiles the parser with its benchmark as one optimised module and compares it with Python's m3u8.
set -eu

folder=.build/bench
mkdir -p "$folder"
# shellcheck disable=SC2046 # the paths have no blanks
swiftc -O -wmo -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -package-name reelrig -module-name Bench -o "$folder/hls" \
    $(find Sources/HLS -name '*.swift') Tests/Benchmarks/HLS/main.swift
python3 Tests/Benchmarks/HLS/bench.py "$folder/hls" "$folder"
