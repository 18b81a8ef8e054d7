#!/bin/sh
# Runs the cache's tests under a sanitizer of the compiler: sanitize.sh address|thread. Only what they need is built, in a
# package of its own below .build.
set -eu

sanitizer=$1
swift=${SWIFT:-swift}
case "$sanitizer" in
address) scratch=asan ;;
thread) scratch=tsan ;;
*)
    echo "usage: sanitize.sh address|thread" >&2
    exit 2
    ;;
esac
folder=$PWD/.build/$scratch

# The package with no target that the tests do without.
mkdir -p "$folder/package"
ln -sfn "$PWD/Sources" "$folder/package/Sources"
ln -sfn "$PWD/Tests" "$folder/package/Tests"
"$swift" package --scratch-path "$folder/manifest" dump-package >"$folder/package.json"
wanted=$(python3 Tests/Tools/closure.py "$folder/package.json" MediaCacheTests)
{
    cat Package.swift
    echo "package.targets = package.targets.filter { \"$wanted\".split(separator: \" \").contains(\$0.name[...]) }"
    echo "package.products = []"
} >"$folder/package/Package.swift"

build() {
    # ThreadSanitizer does not see the locks of the standard library, which are futexes: Sources/Platform/Mutex.swift.
    [ "$sanitizer" = address ] || set -- "$@" -Xswiftc -DPTHREAD_MUTEX
    "$swift" build --package-path "$folder/package" --scratch-path "$folder/build" --build-tests \
        --sanitize="$sanitizer" "$@"
}
build
# The bundle itself: `swift test` runs XCTest first, which leaks. Swift's own backtraces and the sanitizers' are at odds.
export SWIFT_BACKTRACE=enable=no REELRIG_SANITIZER="$sanitizer"
export LSAN_OPTIONS="suppressions=$PWD/Tests/Tools/leaks.txt:print_suppressions=0"
export TSAN_OPTIONS="halt_on_error=0:exitcode=66"
"$(build --show-bin-path)/reelrigPackageTests.xctest" --testing-library swift-testing
