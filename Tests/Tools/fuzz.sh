#!/bin/sh
# Compiles a library with libFuzzer and runs it over the corpus in the tree: fuzz.sh HLS|MP4|DASH|Signing|HTTPServer SECONDS. With
# `check` in place of seconds it looks whether the target compiles, and runs nothing.
set -eu

library=$1
name=$(echo "$library" | tr '[:upper:]' '[:lower:]')
target=Tests/Fuzzing/$library
folder=.build/fuzz

wrapped=
parts=
objects=
case "$library" in
DASH) wrapped="-I Sources/CLibXML2 $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g')" ;;
Signing)
    wrapped="-I Sources/COpenSSL $(pkg-config --cflags libcrypto | sed 's/-I/-Xcc -I/g') -I $folder/parts"
    parts="MediaTypes Catalog HTTP Platform"
    ;;
HTTPServer)
    wrapped="-I Sources/CTLS -I Sources/CEventQueue $(pkg-config --cflags libssl | sed 's/-I/-Xcc -I/g') -I $folder/parts"
    parts="HTTP Platform"
    ;;
esac

# shellcheck disable=SC2086 # the paths have no blanks
swift_module() {
    module=$1
    shift
    swiftc "$@" $wrapped -parse-as-library -swift-version 6 -package-name Fuzz -module-name "$module" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility
}

# shellcheck disable=SC2046 # the paths have no blanks
compile() { swift_module Fuzz "$@" $(find "Sources/$library" "$target" -name '*.swift'); }

# What the library is built on, which is not looked into.
for part in $parts; do
    mkdir -p "$folder/parts"
    # shellcheck disable=SC2046 # the paths have no blanks
    swift_module "$part" -O -wmo -emit-object -emit-module -emit-module-path "$folder/parts/$part.swiftmodule" \
        -o "$folder/parts/$part.o" $(find "Sources/$part" -name '*.swift')
    objects="$objects $folder/parts/$part.o"
done

if [ "$2" = check ]; then
    compile -typecheck
    exit
fi
mkdir -p "$folder/$name-found"
# shellcheck disable=SC2086 # the paths have no blanks
compile -O -wmo -sanitize=fuzzer,address -o "$folder/$name" $objects
# Swift's own backtraces and the sanitizer's are at odds. Little is kept of what is freed, so that the peak of memory
# that is printed says something.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=quarantine_size_mb=16
"$folder/$name" -max_total_time="$2" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=64 -max_len=65536 \
    -print_final_stats=1 -dict="$target/words.dict" -artifact_prefix="$folder/$name-" "$folder/$name-found" "$target/corpus"
