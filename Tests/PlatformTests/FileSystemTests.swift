import Platform
import TestSupport
import Testing

@Test func `a replaced file has the new bytes and leaves nothing beside it`() throws {
    try withTemporaryDirectory { folder in
        try FileSystem.replace("\(folder)/a", with: [1, 2])
        try FileSystem.replace("\(folder)/a", with: [3])
        #expect(try FileSystem.read("\(folder)/a", limit: 10) == [3])
        #expect(try FileSystem.list(folder) == ["a"])
    }
}

@Test func `a file over the limit is refused unread`() throws {
    try withTemporaryDirectory { folder in
        try FileSystem.write([1, 2, 3], to: "\(folder)/a")
        #expect(throws: SystemError.self) { try FileSystem.read("\(folder)/a", limit: 2) }
        #expect(throws: SystemError.self) { try FileSystem.read(folder, limit: 10_000_000) }
    }
}

@Test func `directories are made with those above them and removed with those below`() throws {
    try withTemporaryDirectory { folder in
        try FileSystem.createDirectories("\(folder)/a/b/c")
        try FileSystem.createDirectories("\(folder)/a/b/c")
        try FileSystem.write([1], to: "\(folder)/a/b/c/d")
        try FileSystem.removeTree("\(folder)/a")
        try FileSystem.removeTree("\(folder)/a")
        #expect(try FileSystem.list(folder) == [])
    }
}

@Test func `a lock is held by one and free when it goes away`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/lock"
        func isFree() throws -> Bool {
            switch try FileLock.acquire(path) {
            case .none: return false
            case .some: return true
            }
        }
        do {
            let held = try FileLock.acquire(path)
            #expect(try !isFree())
            _ = consume held
        }
        #expect(try isFree())
    }
}

@Test func `an error names the path and the reason`() {
    #expect {
        try FileSystem.read("/nonexistent/x", limit: 1)
    } throws: { "\($0)" == "open: No such file or directory (/nonexistent/x)" }
}
