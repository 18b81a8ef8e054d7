import Platform
import Synchronization
import Testing

@Test func `messages are taken in the order in which they were posted`() {
    let mailbox = Mailbox<Int>()
    for number in 0..<5 { mailbox.post(number) }
    #expect(mailbox.take() == [0, 1, 2, 3, 4])
    #expect(mailbox.take(within: .zero) == [])
}

@Test func `whoever waits is woken by a message from another thread`() {
    let mailbox = Mailbox<Int>()
    let worker = Worker { for number in 0..<1000 { mailbox.post(number) } }
    var taken: [Int] = []
    while taken.count < 1000 { taken += mailbox.take() }
    worker.join()
    #expect(taken == Array(0..<1000))
}

@Test func `work is done in order on one thread, and finishing waits for it`() {
    let done = Mutex<[Int]>([])
    let queue = WorkQueue { 0 }
    for _ in 0..<100 {
        queue.add { count in
            let number = count
            done.withLock { $0.append(number) }
            count += 1
        }
    }
    queue.finish()
    #expect(done.withLock { $0 } == Array(0..<100))
}
