internal import CCurl
import HTTP

/// One request under way, on the loop's thread.
final class Transfer {
    /// A fetch as it was asked for, on its way to the loop.
    struct Order: Sendable {
        let request: FetchRequest
        let receive: @Sendable (FetchEvent) -> Void
        let fetch: CurlFetch
        let startedAt: Duration
    }

    let easy: UnsafeMutableRawPointer
    private let order: Order
    private let link: Link?
    private let clock: @Sendable () -> Duration
    private let fields: RequestFields
    /// What libcurl has to say of an error. It writes here until the handle is gone.
    private let detail = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private var head = HeadReader()
    private var isHeadSent = false
    private var bodyLength = 0
    private var firstByteAt: Duration?
    private var lastSignAt: Duration
    /// What went wrong on our side of a callback, which libcurl only knows as refused bytes.
    private var failure: FetchFailure?
    /// When a held-back piece has arrived over the link, and how many bytes have.
    private var release: (at: Duration, bytes: Int)?
    private var arrived = 0

    init(
        _ order: Order, _ options: CurlFetcher.Options, _ link: Link?, _ clock: @escaping @Sendable () -> Duration
    ) throws(FetchFailure) {
        // libcurl guesses a scheme for what has none.
        guard ["http://", "https://"].contains(where: order.request.url.lowercased().hasPrefix) else {
            throw FetchFailure(.badURL, "the URL is not an HTTP one")
        }
        fields = try RequestFields(order.request)
        guard let easy = curl_easy_init() else { throw FetchFailure(.other, "out of memory") }
        self.easy = easy
        self.order = order
        self.link = link
        self.clock = clock
        lastSignAt = clock()
        try configure(options)
    }

    deinit {
        curl_easy_cleanup(easy)
        detail.deallocate()
    }

    private func configure(_ options: CurlFetcher.Options) throws(FetchFailure) {
        let request = order.request
        try set(CURLOPT_URL, request.url)
        try check(reelrig_allow_http_only(easy))
        try set(CURLOPT_HTTP_VERSION, reelrig_http_1_1)
        try set(CURLOPT_HTTP_CONTENT_DECODING, 0)
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, milliseconds(options.connectTimeout)))
        try set(CURLOPT_MAXAGE_CONN, Int(clamping: max(1, options.idleLimit.components.seconds)))
        try set(CURLOPT_USERAGENT, options.userAgent)
        try set(CURLOPT_FOLLOWLOCATION, request.redirectLimit > 0 ? 1 : 0)
        try set(CURLOPT_MAXREDIRS, max(0, request.redirectLimit))
        if isLoopback(request.url) { try set(CURLOPT_PROXY, "") }
        switch request.method {
        case "GET": try set(CURLOPT_HTTPGET, 1)
        case "HEAD": try set(CURLOPT_NOBODY, 1)
        default: try set(CURLOPT_CUSTOMREQUEST, request.method)
        }
        if let authorities = options.authorities { try set(CURLOPT_CAINFO, authorities) }
        try check(reelrig_setopt_pointer(easy, CURLOPT_ERRORBUFFER, detail.baseAddress))
        if let link { try set(CURLOPT_BUFFERSIZE, link.limit.pieceLength) }
        try check(reelrig_setopt_pointer(easy, CURLOPT_HTTPHEADER, fields.list))
        // The handle is removed from the loop before this object goes away, so no callback comes without it.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(reelrig_setopt_pointer(easy, CURLOPT_HEADERDATA, context))
        try check(reelrig_setopt_pointer(easy, CURLOPT_WRITEDATA, context))
        try check(reelrig_setopt_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeader))
        try check(reelrig_setopt_callback(easy, CURLOPT_WRITEFUNCTION, receiveBody))
    }

    private func set(_ option: CURLoption, _ value: Int) throws(FetchFailure) {
        try check(reelrig_setopt_long(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) throws(FetchFailure) {
        try check(reelrig_setopt_string(easy, option, value))
    }

    // MARK: Bytes from libcurl

    /// A line of a head, its line break included; `false` ends the transfer.
    func receiveHeaderLine(_ line: [UInt8]) -> Bool {
        lastSignAt = clock()
        if firstByteAt == nil { firstByteAt = lastSignAt }
        guard !order.fetch.isCancelled else { return false }
        // Fields after the body are of no use to anybody here.
        guard !isHeadSent else { return true }
        switch head.read(line) {
        case .more: return true
        case .tooLarge:
            failure = FetchFailure(.tooLarge, "the head of the answer is larger than \(HeadReader.limit) bytes")
            return false
        case .complete:
            let isFollowed = order.request.redirectLimit > 0 && head.isRedirect
            return head.status < 200 || isFollowed || sendHead()
        }
    }

    private func sendHead() -> Bool {
        isHeadSent = true
        order.receive(.head(FetchHead(status: head.status, headers: head.headers, url: effectiveURL)))
        let announced = head.headers["Content-Length"].flatMap { Int($0) } ?? 0
        return order.request.method == "HEAD" || checkLength(announced)
    }

    /// What to do with a piece of the body.
    enum Verdict { case taken, pause, stop }

    func receiveBodyBytes(_ bytes: UnsafeRawBufferPointer) -> Verdict {
        guard !order.fetch.isCancelled, checkLength(bodyLength + bytes.count) else { return .stop }
        lastSignAt = clock()
        if let link {
            let missing = bytes.count - arrived
            if missing > 0 {
                release = (link.limit.reserve(missing, at: lastSignAt), missing)
                return .pause
            }
            arrived -= bytes.count
        }
        bodyLength += bytes.count
        order.receive(.body(Array(bytes)))
        return .taken
    }

    private func checkLength(_ length: Int) -> Bool {
        if length <= order.request.bodyLimit { return true }
        failure = FetchFailure(.tooLarge, "the body is larger than \(order.request.bodyLimit) bytes")
        return false
    }

    // MARK: Time

    /// Takes a held-back piece that has arrived by now.
    func resume(at now: Duration) {
        guard let due = release, due.at <= now else { return }
        release = nil
        arrived += due.bytes
        curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// Why it must end now although libcurl goes on, if it must.
    func overdueEnd(at now: Duration, _ stallTimeout: Duration) -> FetchEnd? {
        if order.fetch.isCancelled { return .cancelled }
        guard release == nil, now - lastSignAt >= stallTimeout else { return nil }
        return .failed(FetchFailure(.timedOut, "nothing came for \(milliseconds(stallTimeout)) ms"))
    }

    func nextDeadline(_ stallTimeout: Duration) -> Duration { release?.at ?? lastSignAt + stallTimeout }

    // MARK: The end

    func end(_ code: CURLcode) -> FetchEnd {
        if order.fetch.isCancelled { return .cancelled }
        if let failure { return .failed(failure) }
        guard code != CURLE_OK else { return .complete }
        let words = detail.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return .failed(FetchFailure(code, detail: String(decoding: words, as: UTF8.self)))
    }

    func finish(_ end: FetchEnd) {
        if let firstByteAt {
            let total = max(clock(), firstByteAt) - order.startedAt
            order.receive(.timing(FetchTiming(firstByte: firstByteAt - order.startedAt, total: total)))
        }
        order.receive(.end(end))
    }

    private var effectiveURL: String {
        var text: UnsafeMutablePointer<CChar>?
        guard reelrig_getinfo_string(easy, CURLINFO_EFFECTIVE_URL, &text) == CURLE_OK, let text else {
            return order.request.url
        }
        return String(cString: text)
    }
}

// Plain functions: a closure might be isolated to an actor, and libcurl calls from the loop's thread.

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.receiveHeaderLine(Array(line)) ? line.count : 0
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let transfer = Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return switch transfer.receiveBodyBytes(piece) {
    case .taken: piece.count
    case .pause: Int(reelrig_write_pause)
    case .stop: piece.isEmpty ? 1 : 0
    }
}

private func milliseconds(_ time: Duration) -> Int {
    Int(clamping: time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)
}
