#!/bin/sh
# bench-origin.sh REELRIG: the origin side by side with nginx. SECONDS_EACH is the length of one run, STEADY how long full
# load is watched; both in seconds.
set -eu

for tool in wrk nginx python3; do
    if ! command -v "$tool" >/dev/null && [ ! -x "/usr/sbin/$tool" ]; then
        echo "bench-origin needs $tool: apt-get install wrk nginx-light python3" >&2
        exit 2
    fi
done
PATH="$PATH:/usr/sbin"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 Tests/Benchmarks/Origin/bench.py "$1" "$folder" "${SECONDS_EACH:-3}" "${STEADY:-20}"
