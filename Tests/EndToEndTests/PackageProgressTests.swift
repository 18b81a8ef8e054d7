import Testing

@testable import CLI

struct PackageProgressTests {
    @Test func `one reel: four of ten seconds in two make a speed of two, and three seconds more`() {
        var progress = PackageProgress(count: 1)
        #expect(progress.secondsLeft(at: 0) == nil && progress.percent == 0)
        progress.advance(0, to: 0, of: 10, at: 1)
        #expect(progress.speed(of: 0, at: 1) == nil)
        progress.advance(0, to: 4, of: 10, at: 3)
        #expect(progress.percent == 40)
        #expect(progress.speed(of: 0, at: 3) == 2)
        #expect(progress.secondsLeft(of: 0, at: 3) == 3)
        #expect(progress.text(of: 0, at: 3) == "4.0 of 10.0 s, 2.0x, 3 s left")
    }

    @Test func `a reel that nobody has looked at is taken for one of the mean length`() {
        var progress = PackageProgress(count: 3)
        progress.advance(0, to: 0, of: 10, at: 0)
        progress.advance(1, to: 0, of: 20, at: 0)
        progress.advance(0, to: 10, of: 10, at: 5)
        progress.end(0)
        progress.advance(1, to: 10, of: 20, at: 5)
        // 20 seconds in 5; 10 of the second and 15 of the third are left.
        #expect(progress.secondsLeft(at: 5) == 6.25)
        #expect(progress.percent == 50)
        progress.end(2)
        #expect(progress.secondsLeft(at: 5) == 2.5)
    }

    @Test func `time that goes back, and a reel of no length, change nothing`() {
        var progress = PackageProgress(count: 1)
        progress.advance(0, to: 3, of: 10, at: 1)
        progress.advance(0, to: 2, of: 10, at: 1)
        #expect(progress.percent == 30)
        var empty = PackageProgress(count: 1)
        empty.advance(0, to: 0, of: 0, at: 0)
        #expect(empty.percent == 0 && empty.secondsLeft(at: 1) == nil)
    }
}
