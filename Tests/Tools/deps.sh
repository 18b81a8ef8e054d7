#!/bin/sh
# Installs the Debian packages that are missing, and says so in one line when there is no Swift toolchain.
set -eu

build="pkg-config libavformat-dev libavcodec-dev libavfilter-dev libavutil-dev libswscale-dev libswresample-dev
    libcurl4-openssl-dev libsqlite3-dev libyaml-dev libssl-dev libxml2-dev libxxhash-dev libzimg-dev zlib1g-dev
    libqrencode-dev"
# What tests compare us with; a test without its tool skips.
readers="ffmpeg curl openssl python3 libxml2-utils zbar-tools"
packages="$build $readers"
[ -z "${REELRIG_DEPS_EXTRA:-}" ] || packages="$packages $REELRIG_DEPS_EXTRA"

if ! command -v swift >/dev/null 2>&1; then
    echo "reelrig needs a Swift 6.2 toolchain or newer on PATH: see https://www.swift.org/install/linux/" >&2
    exit 1
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "not a Debian system: install what docs/design.md §7 lists, then build" >&2
    exit 0
fi

missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "as root, run: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi
echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
