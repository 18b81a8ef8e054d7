import HTTP
import HTTPClient
import MediaTypes

/// A wire whose rate changes: each request goes over the link that is the one at its time.
struct SteppedFetcher: Fetcher {
    private let links: [(start: Duration, fetcher: CurlFetcher)]
    private let clock: @Sendable () -> Duration
    private let began: Duration

    /// - Parameter authorities: a file with certificates to trust.
    init(_ steps: [RateStep], authorities: String? = nil, clock: @escaping @Sendable () -> Duration) {
        links = steps.map {
            ($0.start, CurlFetcher(.init(maxRate: $0.rate, authorities: authorities), clock: clock))
        }
        self.clock = clock
        began = clock()
    }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let elapsed = clock() - began
        let link = links.last { $0.start <= elapsed } ?? links[0]
        return link.fetcher.start(request, receive: receive)
    }
}

/// From when on a wire has which rate.
struct RateStep: Hashable {
    /// After the beginning.
    var start: Duration
    /// `nil` is as fast as it goes.
    var rate: BitRate?

    /// `4000`, or `4000,600@3.5`: kbit/s, and from which second on. The first holds from the beginning.
    static func parse(_ text: String?) throws(CommandError) -> [RateStep] {
        guard let text else { return [RateStep(start: .zero, rate: nil)] }
        var steps: [RateStep] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let fields = part.split(separator: "@", omittingEmptySubsequences: false)
            let second = fields.count == 2 ? Double(fields[1]) : 0
            guard (1...2).contains(fields.count), let rate = Int(fields[0]), (1...10_000_000).contains(rate),
                let second,
                (0...86400).contains(second), steps.isEmpty == (fields.count == 1),
                steps.last.map({ $0.start < .seconds(second) }) ?? true
            else { throw .usage("--max-rate takes kbit/s, as 800 or 4000,600@3, not '\(text)'") }
            steps.append(RateStep(start: .seconds(second), rate: .kilobits(rate)))
        }
        return steps
    }
}
