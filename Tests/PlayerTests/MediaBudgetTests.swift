import Player
import Testing

@Test func `a quarter of the cache may be preloaded, and never more than the cache`() {
    #expect(MediaBudget(cache: 400).preload == 100)
    #expect(MediaBudget(cache: 400, preload: 500).preload == 400)
}

@Test func `a full disk ends preloading, then shrinks the cache, then stops downloads where they are`() {
    var budget = MediaBudget(cache: 400, downloads: 1000)
    #expect(
        budget.shrink(on: .disk(cacheFits: 250, downloaded: 300)) == [
            .init(.preload, from: 100, to: 0), .init(.cache, from: 400, to: 250),
            .init(.downloads, from: 1000, to: 300),
        ])
    #expect(budget.shrink(on: .disk(cacheFits: 250, downloaded: 300)) == [])
    #expect(budget.shrink(on: .disk(cacheFits: 300, downloaded: 310)) == [])
    #expect(budget.buffer == .seconds(10))
}

@Test func `a memory warning ends preloading, then halves the buffer, and never below two segments`() {
    var budget = MediaBudget(cache: 400, buffer: .seconds(10))
    #expect(budget.shrink(on: .memory) == [.init(.preload, from: 100, to: 0), .init(.buffer, from: 10_000, to: 5000)])
    #expect(budget.shrink(on: .memory) == [.init(.buffer, from: 5000, to: 4000)])
    #expect(budget.shrink(on: .memory) == [])
    #expect(budget.cache == 400)
}
