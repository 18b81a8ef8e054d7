#!/bin/sh
# From a reel to a proven cache hit: demo.sh REELRIG WORK-DIRECTORY. Packages, cache and access log stay in the directory.
set -eu

reelrig=$1
work=$2
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM

# Shows a command as a user would type it, then runs it.
run() {
    printf '\n$ reelrig'
    printf ' %s' "$@"
    printf '\n'
    "$reelrig" "$@"
}

# The address that `serve` prints once it listens.
address() {
    tries=0
    until grep -q 'http://127' "$work/serve.txt"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 100 ] || ! kill -0 "$server" 2>/dev/null; then
            cat "$work/serve.txt" >&2
            exit 3
        fi
        sleep 0.1
    done
    sed -n 's|.*\(http://127[0-9.]*:[0-9]*\).*|\1|p' "$work/serve.txt" | head -n 1
}

rm -rf "$work"
mkdir -p "$work"

run sample --out "$work/samples"
run package "$work"/samples/*.mp4 --out "$work/reels"

: >"$work/serve.txt"
printf '\n$ reelrig serve %s --port 0 --log %s &\n' "$work/reels" "$work/access.jsonl"
"$reelrig" serve "$work/reels" --port 0 --log "$work/access.jsonl" >"$work/serve.txt" 2>&1 &
server=$!
origin=$(address)
grep -v -i token "$work/serve.txt"

for _ in cold warm; do
    run play --origin "$origin" dusk --cache "$work/cache" --speed max
done
kill "$server"
wait "$server" || true
server=""

run verify "$work/reels"
