internal import Catalog
package import Platform

extension SigningKeys {
    /// Reads a signing keys file. One that group or others may read, write or run is refused unread.
    package static func load(_ path: String) throws(SigningKeysProblem) -> SigningKeys {
        try SigningKeys(parse(read(path)))
    }

    /// Writes the file, readable by its owner only, in place of the one that is there, or that a symbolic link leads to.
    package func save(to path: String) throws(SystemError) {
        let path = (try? FileSystem.canonical(path)) ?? path
        // A file that a killed run left behind could have another mode, and it would keep it.
        if FileSystem.exists("\(path).new") { try FileSystem.removeFile("\(path).new") }
        let bytes = (try? CanonicalJSON.file(document)) ?? []
        try FileSystem.replace(path, with: bytes, mode: 0o600)
    }

    private static func read(_ path: String) throws(SigningKeysProblem) -> [UInt8] {
        do {
            // Opening a pipe would wait for somebody to write.
            guard try FileSystem.status(path).kind == .file else {
                throw SigningKeysProblem.unreadable("it is no file")
            }
            let file = try File.openForReading(path)
            // Of the open file: the one that is checked is the one that is read.
            let status = try file.status()
            guard status.kind == .file else { throw SigningKeysProblem.unreadable("it is no file") }
            guard status.permissions & 0o077 == 0 else { throw SigningKeysProblem.tooWide(mode: status.permissions) }
            guard status.size <= 1 << 16 else { throw SigningKeysProblem.notJSON("it is larger than 64 KiB") }
            return try file.read(at: 0, count: status.size)
        } catch let problem as SigningKeysProblem {
            throw problem
        } catch let error as SystemError {
            throw .unreadable(error.reason)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// The decoder's own message could repeat a value of the file, so only the member is named, and that it is not
    /// there.
    private static func parse(_ bytes: [UInt8]) throws(SigningKeysProblem) -> SigningKeysDocument {
        do {
            return try CanonicalJSON.decode(SigningKeysDocument.self, from: bytes)
        } catch let problem as JSONProblem {
            if problem.missing != nil { throw .notJSON("\(problem)") }
            throw .notJSON(problem.member.isEmpty ? "it does not read as a JSON object" : "see \(problem.member)")
        } catch {
            throw .notJSON("it does not read as a JSON object")
        }
    }
}
