import Foundation
import Testing

struct CaseNumbersTests {
    /// The numbers in the names of the tests beside this one.
    private func numbers() throws -> [Int] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let texts = try files.filter { $0.lastPathComponent.hasPrefix("Section") }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        return texts.joined().components(separatedBy: "func `case ").dropFirst().compactMap { text in
            Int(text.prefix { $0 != ":" })
        }
    }

    @Test func `every case from 1 to 222 has a test`() throws {
        #expect(Set(try numbers()).symmetricDifference(1...222) == [])
    }
}
