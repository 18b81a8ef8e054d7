internal import Catalog
internal import HTTP
internal import Platform

/// Makes single requests outside of any play.
struct Prober: Sendable {
    let fetcher: any Fetcher
    private static let patience: Duration = .seconds(30)
    private static let mostBytes = 1 << 20

    /// Makes a request and waits for the end, or for as much as is looked at. Status 0 is no answer.
    func fetch(_ request: FetchRequest) -> (status: Int, headers: Headers, body: [UInt8]) {
        let mailbox = Mailbox<FetchEvent>()
        let fetch = fetcher.start(request) { mailbox.post($0) }
        var (status, headers, body) = (0, Headers(), [UInt8]())
        var isEnough = false
        while true {
            let events = mailbox.take(within: Self.patience)
            if events.isEmpty { fetch.cancel() }
            for event in events {
                switch event {
                case .head(let head): (status, headers) = (head.status, head.headers)
                case .body(let bytes):
                    body += bytes.prefix(Self.mostBytes - body.count)
                    isEnough = body.count == Self.mostBytes
                    if isEnough { fetch.cancel() }
                case .timing: break
                case .end(let end): return (end == .complete || isEnough ? status : 0, headers, body)
                }
            }
        }
    }

    /// What an origin answers, as claims look at it.
    func probe(_ what: String, _ request: FetchRequest) -> ClaimCheck.Probe {
        let answer = fetch(request)
        let refusal = try? CanonicalJSON.decode(Refusal.self, from: answer.body)
        let isStored = answer.headers["Cache-Control"]?.contains("no-store") != true
        return ClaimCheck.Probe(what: what, status: answer.status, reason: refusal?.reason, isStored: isStored)
    }
}
