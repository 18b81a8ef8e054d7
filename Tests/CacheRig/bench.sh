#!/bin/sh
# bench.sh RIG: the measurements of the cache, each in a directory of its own that is removed afterwards.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
peers=.build/bench/cache/peers
[ -d "$peers" ] || python3 -m pip install -q --target "$peers" diskcache || true
echo "reelrig"
"$1" bench "$folder/ours"
"$1" bench-open "$folder/ours"
if PYTHONPATH="$peers" python3 -c 'import diskcache' 2>/dev/null; then
    echo "diskcache"
    PYTHONPATH="$peers" python3 "$(dirname "$0")/diskcache_bench.py" "$folder/theirs"
fi
