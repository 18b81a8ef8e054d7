import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// A process whose cache a test kills, and the measurements of `make bench-cache`.
let words = CommandLine.arguments.dropFirst()
switch words.first {
case "load" where words.count == 4:
    try runLoad(path: words[2], seed: UInt64(words[3])!, microseconds: UInt32(words[4])!)
case "steps" where words.count == 2: try runSteps(path: words[2])
case "stores" where words.count == 2: try runStores(path: words[2])
case "bench" where words.count == 2: try runBench(path: words[2])
case "bench-open" where words.count == 2: try runOpenBench(path: words[2])
default:
    StandardStream.error.writeLine(
        "usage: CacheRig load DIR SEED MICROSECONDS | steps DIR | stores DIR | bench DIR | bench-open DIR")
    exit(2)
}
