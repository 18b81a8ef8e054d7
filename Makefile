# make alone lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
DEMO = .build/demo

.DEFAULT_GOAL := help
.PHONY: help demo test asan tsan build install lint format deps clean bench-cache bench-hls bench-origin bench-package fuzz-hls fuzz-mp4 fuzz-dash fuzz-signing fuzz-http fuzz-origin

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: deps ## make sample reels, package and serve them, play them cold and warm, print the proof
	@$(SWIFT) build -c release --product reelrig
	@sh SampleMedia/demo.sh "$$($(SWIFT) build -c release --show-bin-path)/reelrig" $(DEMO)

test: deps ## run every test
	@SWIFT="$(SWIFT)" bash Tests/Tools/test.sh

asan: deps ## run the cache's tests under AddressSanitizer
	@SWIFT="$(SWIFT)" sh Tests/Tools/sanitize.sh address

tsan: deps ## run the cache's tests under ThreadSanitizer
	@SWIFT="$(SWIFT)" sh Tests/Tools/sanitize.sh thread

build: deps ## build reelrig for debugging
	$(SWIFT) build

install: deps ## put a release reelrig into $(PREFIX)/bin
	$(SWIFT) build -c release --product reelrig
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(SWIFT) build -c release --show-bin-path)/reelrig" "$(DESTDIR)$(PREFIX)/bin/reelrig"

bench-cache: deps ## time the cache against plain files, and against diskcache, which comes from PyPI
	@$(SWIFT) build -c release --product CacheRig
	@sh Tests/CacheRig/bench.sh "$$($(SWIFT) build -c release --show-bin-path)/CacheRig"

bench-origin: deps ## compare the signed origin with nginx; STEADY=600 watches it for ten minutes
	@$(SWIFT) build -c release --product reelrig
	@sh Tests/Tools/bench-origin.sh "$$($(SWIFT) build -c release --show-bin-path)/reelrig"

bench-hls: ## time the playlist parser against Python's m3u8
	@sh Tests/Tools/bench-hls.sh

bench-package: deps ## compare the packager with FFmpeg and Shaka Packager, which come from PyPI; PAIRS=1 is quicker
	@$(SWIFT) build -c release --product reelrig
	@sh Tests/Tools/bench-package.sh "$$($(SWIFT) build -c release --show-bin-path)/reelrig"

fuzz-hls: ## feed the playlist parser hostile text for ten minutes
	@sh Tests/Tools/fuzz.sh HLS 600

fuzz-mp4: ## feed the box readers hostile bytes for ten minutes
	@sh Tests/Tools/fuzz.sh MP4 600

fuzz-dash: ## feed the reader of manifests hostile text for ten minutes
	@sh Tests/Tools/fuzz.sh DASH 600

fuzz-signing: ## feed the verifier of tokens hostile text for ten minutes
	@sh Tests/Tools/fuzz.sh Signing 600

fuzz-http: ## feed the reader of requests hostile bytes for ten minutes
	@sh Tests/Tools/fuzz.sh HTTPServer 600

fuzz-origin: deps ## ask the origin anything for ten minutes
	@SWIFT="$(SWIFT)" sh Tests/Tools/fuzz-origin.sh 600

lint: ## check the formatting and the arrows between targets
	@sh Tests/Tools/lint.sh

format: ## rewrite the sources in the project's format
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

deps: ## install the Debian packages that are missing
	@sh Tests/Tools/deps.sh

clean: ## remove everything that was built
	rm -rf .build
