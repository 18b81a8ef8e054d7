import Foundation
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
        do {
            let held = try FileLock.acquire(path)
            #expect(try !isFree(path))
            _ = consume held
        }
        #expect(try isFree(path))
    }
}

@Test func `a lock is free when it goes away, though a child that is being started still has its descriptor`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/lock"
        var inherited: [Int32] = []
        defer { inherited.forEach { close($0) } }
        do {
            let held = try FileLock.acquire(path)
            // As `fork` does: the open file description gets another holder.
            inherited = descriptors(of: path).map { dup($0) }
            #expect(inherited.count == 1)
            _ = consume held
        }
        #expect(try isFree(path))
    }
}

private func isFree(_ path: String) throws -> Bool {
    switch try FileLock.acquire(path) {
    case .none: return false
    case .some: return true
    }
}

/// The open descriptors of this process whose file is the one at `path`.
private func descriptors(of path: String) -> [Int32] {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { return [] }
    return (0..<Int32(getdtablesize())).filter { descriptor in
        var found = stat()
        return fstat(descriptor, &found) == 0 && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
    }
}

@Test func `an error names the path and the reason`() {
    #expect {
        try FileSystem.read("/nonexistent/x", limit: 1)
    } throws: { "\($0)" == "open: No such file or directory (/nonexistent/x)" }
}

@Test func `a file has a second name, and outlives the first`() throws {
    try withTemporaryDirectory { folder in
        try FileSystem.write([1, 2, 3], to: "\(folder)/a")
        try FileSystem.link("\(folder)/a", to: "\(folder)/b")
        #expect(try FileSystem.status("\(folder)/a").identity == FileSystem.status("\(folder)/b").identity)
        try FileSystem.removeFile("\(folder)/a")
        #expect(try FileSystem.read("\(folder)/b", limit: 10) == [1, 2, 3])
    }
}

@Test func `what cannot have a second name is copied`() throws {
    try withTemporaryDirectory { folder in
        // The other name is taken, which no link survives.
        try FileSystem.write([1, 2, 3], to: "\(folder)/a")
        try FileSystem.write([4], to: "\(folder)/b")
        try FileSystem.link("\(folder)/a", to: "\(folder)/b")
        #expect(try FileSystem.read("\(folder)/b", limit: 10) == [1, 2, 3])
        #expect(try FileSystem.status("\(folder)/a").identity != FileSystem.status("\(folder)/b").identity)
        #expect(throws: SystemError.self) { try FileSystem.link("\(folder)/none", to: "\(folder)/c") }
    }
}

@Test func `files are brought to the disk together, and one that is missing is named`() throws {
    try withTemporaryDirectory { folder in
        let files = (0..<20).map { "\(folder)/\($0)" }
        for file in files { try FileSystem.write([1], to: file) }
        try FileSystem.synchronize(files: files)
        try FileSystem.synchronize(files: [])
        let error = #expect(throws: SystemError.self) {
            try FileSystem.synchronize(files: files + ["\(folder)/missing"])
        }
        #expect(error?.description.contains("\(folder)/missing") == true)
    }
}

@Test(arguments: [0, 1, 7, 8, 20]) func `a file is lent in pieces that are together the file`(_ count: Int) throws {
    try withTemporaryDirectory { folder in
        let bytes = (0..<count).map { UInt8($0) }
        try FileSystem.write(bytes, to: "\(folder)/file")
        let file = try File.openForReading("\(folder)/file")
        var sizes: [Int] = []
        var all: [UInt8] = []
        let total = try file.withPieces(ofAtMost: 8) { piece in
            sizes.append(piece.count)
            piece.withUnsafeBufferPointer { all += $0 }
        }
        #expect(total == count)
        #expect(all == bytes)
        #expect(sizes.allSatisfy { (1...8).contains($0) })
    }
}

@Test func `a file of which a part is already on its way to the disk is still the file`() throws {
    try withTemporaryDirectory { folder in
        let file = try File.create("\(folder)/file")
        let beginning: [UInt8] = [1, 2, 3]
        try file.write(beginning.span)
        file.beginSynchronizing()
        try file.write([4])
        try file.synchronize()
        #expect(try FileSystem.read("\(folder)/file", limit: 10) == [1, 2, 3, 4])
    }
}
