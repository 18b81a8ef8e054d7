import Platform
import Synchronization
import Testing

@Test func `everything pushed comes out in order, however small the queue`() {
    let queue = BoundedQueue<Int>(capacity: 2)
    let taken = Mutex<[Int]>([])
    let taker = Worker { while let element = queue.pop() { taken.withLock { $0.append(element) } } }
    for number in 0..<1000 { #expect(queue.push(number)) }
    queue.finish()
    taker.join()
    #expect(taken.withLock { $0 } == Array(0..<1000))
}

@Test func `a cancelled queue wakes who waits for room and who waits for elements`() {
    let full = BoundedQueue<Int>(capacity: 1)
    #expect(full.push(1))
    let result = Mutex<Bool?>(nil)
    let pusher = Worker { result.withLock { $0 = full.push(2) } }
    full.cancel()
    pusher.join()
    #expect(result.withLock { $0 } == false)
    #expect(full.pop() == nil)
    let empty = BoundedQueue<Int>(capacity: 1)
    let taker = Worker { #expect(empty.pop() == nil) }
    empty.cancel()
    taker.join()
}
