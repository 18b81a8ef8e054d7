import MediaTypes
import Testing

@testable import Player

/// Milliseconds and bytes.
private let samples = [
    (1000, 125_000), (500, 125_000), (2000, 125_000), (250, 250_000), (4000, 125_000), (1000, 500_000), (30, 12_000),
]

// Computed by another implementation of the same formula.
@Test(arguments: [
    (3.0, 9.0, [1_000_000, 1_346_249, 790_298, 1_379_668, 591_899, 1_210_218, 1_219_562]),
    (3.0, 8.0, [1_000_000, 1_347_900, 790_300, 1_385_800, 591_900, 1_220_100, 1_229_700]),
])
func `the estimate is the lesser of a quick and a slow mean`(fast: Double, slow: Double, expected: [Int]) throws {
    var estimator = ThroughputEstimator(fastHalfLife: fast, slowHalfLife: slow)
    for (sample, expected) in zip(samples, expected) {
        estimator.add(bytes: sample.1, in: .milliseconds(sample.0))
        let estimate = try #require(estimator.estimate)
        #expect(abs(estimate - Double(expected)) <= (slow == 9 ? 1 : 60))
    }
}

@Test func `nothing is estimated before the first sample`() {
    var estimator = ThroughputEstimator()
    estimator.add(bytes: 0, in: .seconds(1))
    estimator.add(bytes: 1000, in: .zero)
    #expect(estimator.estimate == nil)
}

@Test(arguments: [(-1.0, 0.5), (-0.5, 0.707_106_781_186_547_5), (0, 1), (10, 1024), (-2000, 0)])
func `powers of two are exact to the last bits`(exponent: Double, power: Double) {
    #expect(abs(powerOfTwo(exponent) - power) < 1e-15 * max(1, power))
}

@Test func `the time before the head is no part of a sample`() throws {
    var meter = ThroughputMeter()
    meter.begin(FetchID(1), at: .milliseconds(500))
    meter.receive(FetchID(1), 100_000)
    let sample = meter.end(FetchID(1), at: .milliseconds(900))
    #expect(sample == .init(bytes: 100_000, duration: .milliseconds(400)))
}

@Test func `two transfers that overlap are one sample of the wire`() throws {
    var meter = ThroughputMeter()
    meter.begin(FetchID(1), at: .milliseconds(0))
    meter.begin(FetchID(2), at: .milliseconds(100))
    meter.receive(FetchID(1), 10_000)
    meter.receive(FetchID(2), 20_000)
    let first = meter.end(FetchID(1), at: .milliseconds(300))
    #expect(first == .init(bytes: 30_000, duration: .milliseconds(300)))
    meter.receive(FetchID(2), 40_000)
    let second = meter.end(FetchID(2), at: .milliseconds(700))
    #expect(second == .init(bytes: 40_000, duration: .milliseconds(400)))
}

@Test func `small objects are gathered until they say something`() throws {
    var meter = ThroughputMeter()
    for (number, start) in [(1, 0), (2, 1000)] {
        meter.begin(FetchID(number), at: .milliseconds(start))
        meter.receive(FetchID(number), 7000)
        #expect(meter.end(FetchID(number), at: .milliseconds(start + 50)) == nil)
    }
    meter.begin(FetchID(3), at: .milliseconds(2000))
    meter.receive(FetchID(3), 7000)
    #expect(
        meter.end(FetchID(3), at: .milliseconds(2050)) == .init(bytes: 21_000, duration: .milliseconds(150)))
}

/// Eight bits a byte: 16,000 bytes in 10 ms are 12.8 Mbit/s, and 12.5 million are 1 Gbit/s in 100 ms.
@Test(arguments: [
    (16_000, 0, 10_000), (16_000, 200, 10_000), (16_000, 9_999, 10_000), (16_000, 10_001, 10_001),
    (12_500_000, 0, 100_000), (12_500_000, 100_001, 100_001),
])
func `bytes that took next to no time to read say no more than ten milliseconds allow`(
    bytes: Int, microseconds: Int, counted: Int
) throws {
    var meter = ThroughputMeter()
    meter.begin(FetchID(1), at: .zero)
    meter.receive(FetchID(1), bytes)
    let sample = meter.end(FetchID(1), at: .microseconds(microseconds))
    #expect(sample?.duration == .microseconds(counted))
}

@Test func `row 55, hls.js 2173: what is known of the wire outlasts a transfer of 20 KiB`() throws {
    var (estimator, meter) = (ThroughputEstimator(), ThroughputMeter())
    for _ in 0..<3 { estimator.add(bytes: 125_000, in: .seconds(1)) }
    meter.begin(FetchID(1), at: .zero)
    meter.receive(FetchID(1), 20_480)
    let end = meter.end(FetchID(1), at: .microseconds(150))
    let sample = try #require(end)
    estimator.add(bytes: sample.bytes, in: sample.duration)
    let estimate = try #require(estimator.estimate)
    // A tenth: 20 KiB are 164 kbit beside the three megabits that were measured before.
    #expect(abs(estimate - 1_000_000) < 100_000)
}

@Test func `what failed is no sample`() {
    var meter = ThroughputMeter()
    meter.begin(FetchID(1), at: .zero)
    meter.receive(FetchID(1), 50_000)
    meter.abandon(FetchID(1), at: .seconds(30))
    meter.begin(FetchID(2), at: .seconds(31))
    meter.receive(FetchID(2), 20_000)
    #expect(meter.end(FetchID(2), at: .seconds(32)) == .init(bytes: 20_000, duration: .seconds(1)))
}
