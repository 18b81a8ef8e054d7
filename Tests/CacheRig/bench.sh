#!/bin/sh
# bench.sh RIG: the measurements of the cache, each in a directory of its own that is removed afterwards.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
peers=.build/bench/cache/peers
[ -d "$peers" ] || python3 -m pip install -q --target "$peers" diskcache || true
echo "reelrig"
"$1" bench "$folder/ours"
small=$folder/ours/small
"$1" bench-open "$small" 20000
# A process with the objects against one with an empty cache, and, once they were read, against one that read one object.
set -- "$1" $("$1" memory "$folder/empty" 0) $("$1" memory "$small" 1) $("$1" memory "$small" 20000)
echo "memory of each of 20,000 objects: $((($6 - $2) / 20000)) bytes opened, $((($7 - $5) / 20000)) more once all were read;" \
    "$((($7 - $2) / 20000)) against an empty cache in all, which takes $(($2 >> 10)) KiB"
for stored in 0 20000; do
    "$1" bench-killed "$small" 20000 $stored 2>/dev/null || true
    echo "after a process that was killed, and had stored $stored of them:"
    "$1" bench-open "$small" 20000
done
if PYTHONPATH="$peers" python3 -c 'import diskcache' 2>/dev/null; then
    echo "diskcache"
    PYTHONPATH="$peers" python3 "$(dirname "$0")/diskcache_bench.py" "$folder/theirs"
fi
