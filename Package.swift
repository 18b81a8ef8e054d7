// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A target of ours. The tiers and their arrows are in `docs/design.md` §6; `make lint` holds them.
func part(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: (dependencies + ["TestSupport"]).map { .init(stringLiteral: $0) },
        exclude: exclude,
        swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let libraries: [Target] = [
    library("CFFmpeg", pkgConfig: "libavformat", apt: "libavformat-dev"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    library("CLibXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    library("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
    library("CZimg", pkgConfig: "zimg", apt: "libzimg-dev"),
    library("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CTLS", pkgConfig: "libssl", apt: "libssl-dev"),
    .systemLibrary(name: "CEventQueue"),
]

let values: [Target] = [
    part("MediaTypes"),
    part("Catalog", ["MediaTypes"]),
    part("HLS"),
    part("MP4"),
    part("HTTP"),
    part("WebVTT"),
    part("StableKeys", ["HLS"]),
    part("Player", ["MediaTypes", "Catalog", "HLS", "HTTP", "StableKeys"]),
    part("QoE", ["MediaTypes", "Catalog", "Player"]),
]

let edges: [Target] = [
    part("Platform"),
    part("DASH", ["CLibXML2"]),
    part("FFmpeg", ["CFFmpeg", "CZimg", "MediaTypes"]),
    part("Signing", ["COpenSSL", "MediaTypes", "Catalog", "HTTP", "Platform"]),
    part("QRCode", ["CQREncode"]),
    part("SQLite", ["CSQLite"]),
    part("Gzip", ["CZlib"]),
    part("Checksum", ["CXXHash"]),
    part("HTTPServer", ["CEventQueue", "CTLS", "HTTP", "Platform"]),
    part("HTTPClient", ["CCurl", "HTTP", "MediaTypes", "Platform"]),
    part("Configuration", ["CYAML", "Catalog", "MediaTypes", "Platform"]),
]

let services: [Target] = [
    part(
        "Packaging",
        ["MediaTypes", "Catalog", "HLS", "MP4", "WebVTT", "DASH", "FFmpeg", "Signing", "Checksum", "Platform"]),
    part(
        "Origin",
        [
            "MediaTypes", "Catalog", "HLS", "HTTP", "WebVTT", "DASH", "Signing", "HTTPServer", "Gzip", "Platform",
        ]),
    part("MediaCache", ["Catalog", "Player", "SQLite", "Signing", "Platform"]),
    part("Conformance", ["HLS", "Platform"]),
    part(
        "Playback",
        ["MediaTypes", "Catalog", "HLS", "MP4", "HTTP", "StableKeys", "Player", "QoE", "FFmpeg", "Signing", "Platform"]),
]

let rigs: [Target] = [
    part("Sampling", ["MediaTypes", "Catalog", "FFmpeg", "Configuration", "Platform"]),
    part(
        "Verification",
        [
            "MediaTypes", "Catalog", "HTTP", "Player", "QoE", "Signing", "HTTPServer", "HTTPClient", "Origin",
            "MediaCache", "Playback", "Platform",
        ]),
]

let program: [Target] = [
    .executableTarget(
        name: "CLI",
        dependencies: (values + edges + services + rigs).map { .init(stringLiteral: $0.name) },
        swiftSettings: settings)
]

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Platform", "HTTP"], path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
        name: "CacheRig", dependencies: ["Catalog", "MediaCache", "Platform", "Player", "Signing"],
        path: "Tests/CacheRig",
        exclude: ["bench.sh", "diskcache_bench.py"],
        swiftSettings: settings),
    tests("MediaTypesTests", ["MediaTypes"]),
    tests("CatalogTests", ["Catalog"]),
    tests("HLSTests", ["HLS"]),
    tests("MP4Tests", ["MP4"]),
    tests("HTTPTests", ["HTTP"]),
    tests("WebVTTTests", ["WebVTT"]),
    tests("StableKeysTests", ["StableKeys"]),
    tests("PlayerTests", ["Player", "Catalog", "HLS", "HTTP", "MediaTypes"]),
    tests("QoETests", ["QoE", "Player", "Catalog", "MediaTypes"]),
    tests("PlatformTests", ["Platform"]),
    tests("DASHTests", ["DASH", "Platform"]),
    tests("FFmpegTests", ["FFmpeg", "MediaTypes", "Platform"]),
    tests("SigningTests", ["Signing", "Catalog", "MediaTypes"]),
    tests("QRCodeTests", ["QRCode", "Platform"]),
    tests("SQLiteTests", ["SQLite", "Platform"]),
    tests("GzipTests", ["Gzip", "Platform"]),
    tests("ChecksumTests", ["Checksum"]),
    tests("HTTPServerTests", ["HTTPServer", "HTTP", "Platform"]),
    tests("HTTPClientTests", ["HTTPClient", "HTTPServer", "HTTP", "MediaTypes", "Platform"]),
    tests("ConfigurationTests", ["Configuration", "Catalog", "MediaTypes"]),
    tests(
        "PackagingTests",
        [
            "Packaging", "Platform", "Signing", "Catalog", "HLS", "MP4", "DASH", "FFmpeg", "MediaTypes",
            "Configuration",
        ]),
    tests("OriginTests", ["Origin", "Catalog", "HTTP", "HTTPServer", "MediaTypes", "Signing", "Platform"]),
    tests("MediaCacheTests", ["CacheRig", "MediaCache", "Catalog", "Player", "Platform", "SQLite", "Signing"]),
    tests(
        "PlaybackTests",
        [
            "Playback", "Player", "Catalog", "FFmpeg", "HLS", "HTTP", "MP4", "MediaCache", "MediaTypes", "Platform",
            "QoE", "SQLite", "Signing", "StableKeys",
        ]),
    tests("ConformanceTests", ["Conformance", "HLS", "Platform"]),
    tests("SamplingTests", ["Sampling", "FFmpeg", "MediaTypes", "Catalog", "Configuration", "Platform"]),
    tests("VerificationTests", ["Verification", "Catalog", "HTTP", "MediaCache", "MediaTypes", "Player", "Signing"]),
    tests("EndToEndTests", ["CLI", "Catalog", "MediaCache", "Signing"]),
]

let package = Package(
    name: "reelrig",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "reelrig", targets: ["CLI"]),
        .library(name: "HLS", targets: ["HLS"]),
        .library(name: "MP4", targets: ["MP4"]),
        .library(name: "DASH", targets: ["DASH"]),
    ],
    targets: libraries + values + edges + services + rigs + program + testTargets,
    swiftLanguageModes: [.v6])

// `make fuzz-origin` asks for it; it links only with the fuzzer's runtime.
if Context.environment["REELRIG_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "OriginFuzzer", dependencies: ["Origin", "Catalog", "HTTP", "MediaTypes", "Platform", "Signing"],
            path: "Tests/Fuzzing/Origin", exclude: ["corpus", "words.dict"], swiftSettings: settings))
}
