#!/bin/sh
# The formatting, doc comments on what is public, and the arrows between targets (docs/design.md §6).
set -eu

swift format lint --strict --recursive --parallel Package.swift Sources Tests
python3 Tests/Tools/comments.py Sources/HLS Sources/MP4
description=$(mktemp)
trap 'rm -f "$description"' EXIT
# A scratch path of its own: inside `swift test` the package's own is locked.
swift package --scratch-path .build/lint dump-package >"$description"
python3 Tests/Tools/arrows.py "$description" Sources
