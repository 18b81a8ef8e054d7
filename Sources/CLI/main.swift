#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

exit(runProgram(Array(CommandLine.arguments.dropFirst())).rawValue)
