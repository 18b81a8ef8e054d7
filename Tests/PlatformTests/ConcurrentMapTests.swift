import Platform
import Synchronization
import Testing

@Suite struct ConcurrentMapTests {
    private struct Odd: Error, Equatable {
        var number: Int
    }

    @Test(arguments: [1, 3, 50])
    func `results are in the order of the items, whatever the threads`(threads: Int) throws {
        #expect(try concurrentMap(Array(0..<40), threads: threads) { $0 * 2 } == (0..<40).map { $0 * 2 })
        #expect(try concurrentMap([Int](), threads: threads) { $0 } == [])
    }

    @Test func `the first item's error is thrown, and what comes long after it is not begun`() {
        let seen = Mutex<[Int]>([])
        let error = #expect(throws: Odd.self) {
            try concurrentMap(Array(0..<1000), threads: 4) { number in
                seen.withLock { $0.append(number) }
                if number >= 10, number % 2 == 1 { throw Odd(number: number) }
            }
        }
        #expect(error == Odd(number: 11))
        #expect(seen.withLock { Set(0...11).isSubset(of: $0) && $0.count < 1000 })
    }
}
