import MP4
import Platform
import TestSupport
import Testing

/// Real files from phones, emulators and encoders.
private let clips: [String] = {
    guard let folder = Folders.shared("media"), let names = try? FileSystem.list(folder) else { return [] }
    return names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mov") }.sorted()
}()

@Suite(.enabled(if: Folders.hasShared("media"), "needs ../shared/media"))
struct ClipTests {
    @Test(arguments: clips) func `a clip is written as it was read`(name: String) throws {
        let bytes = try FileSystem.read(try #require(Folders.shared("media/\(name)")), limit: 1 << 26)
        do {
            #expect(try [Box](reading: bytes, keepsMalformed: true).bytes() == bytes)
        } catch {
            #expect(["sample_malformed_free_box.mp4", "sample_mdat_too_long.mp4"].contains(name), "\(error)")
        }
    }
}
