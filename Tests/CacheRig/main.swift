import Catalog
import MediaCache
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
case "unpin" where words.count == 3: try DiskCache(words[2], limit: .max).unpin(ReelID(words[3])!)
case "bench" where words.count == 2: try runBench(path: words[2])
case "bench-open" where words.count == 3: try runOpenBench(path: words[2], count: Int(words[3])!)
case "bench-killed" where words.count == 4:
    try runKilledBench(path: words[2], count: Int(words[3])!, stored: Int(words[4])!)
case "memory" where words.count == 3: try runMemory(path: words[2], count: Int(words[3])!)
default:
    StandardStream.error.writeLine(
        "usage: CacheRig load DIR SEED MICROSECONDS | steps DIR | stores DIR | unpin DIR REEL | bench DIR | bench-open DIR COUNT "
            + "| bench-killed DIR COUNT STORED | memory DIR COUNT")
    exit(2)
}
