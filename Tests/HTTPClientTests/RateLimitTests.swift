import MediaTypes
import Testing

@testable import HTTPClient

// 1000 bytes are 8000 bits: 16 ms at 500 kbit/s.

@Test func `a busy link hands pieces on one after another`() {
    var limit = RateLimit(.kilobits(500))
    let first = limit.reserve(1000, at: .seconds(1))
    #expect(first == .seconds(1) - RateLimit.slack + .milliseconds(16))
    #expect(limit.reserve(1000, at: .seconds(1)) == first + .milliseconds(16))
}

@Test func `an idle link saves up no more than its slack`() {
    var limit = RateLimit(.kilobits(500))
    _ = limit.reserve(1000, at: .seconds(1))
    #expect(limit.reserve(1000, at: .seconds(60)) == .seconds(60) - RateLimit.slack + .milliseconds(16))
}

@Test func `pieces handed on late do not slow the link`() {
    var limit = RateLimit(.kilobits(500))
    var now = Duration.seconds(1)
    for _ in 0..<100 { now = max(now, limit.reserve(1000, at: now)) + .milliseconds(3) }
    // 100 pieces of 16 ms, the last one handed on 3 ms late.
    #expect(now <= .seconds(1) + .milliseconds(1603))
    #expect(now >= .seconds(1) + .milliseconds(1580))
}

@Test func `names and addresses of this machine are loopback, others are not`() {
    for url in [
        "http://localhost/", "http://127.0.0.1:80/x", "http://127.9.9.9", "http://[::1]:8080/", "http://a@LOCALHOST?q",
    ] {
        #expect(isLoopback(url), "\(url)")
    }
    for url in [
        "http://127.0.0.1.example.org/", "http://example.org/127.0.0.1", "http://128.0.0.1/", "http://localhost@b/", "",
    ] {
        #expect(!isLoopback(url), "\(url)")
    }
}
