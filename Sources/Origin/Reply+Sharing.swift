import HTTP

extension Reply {
    /// Says which pages may read the answer. Those of every site, without credentials: nothing depends on who asks but for
    /// the token in the URL. Where a cookie is what counts, the page that asks is named, as `*` is not enough for a
    /// request with credentials (Fetch §3.2.5); it learns nothing that it could not ask for itself, since playback answers
    /// are open to all.
    func shared(with request: Request) -> Reply {
        guard isForCookies else { return self }
        var reply = self
        reply.headers.append("Vary", "Origin")
        guard let origin = request.headers["Origin"].flatMap(RequestText.origin) else { return reply }
        reply.headers["Access-Control-Allow-Origin"] = origin
        reply.headers["Access-Control-Allow-Credentials"] = "true"
        return reply
    }
}

extension RequestText {
    /// `http://host[:port]` or `https://host[:port]`. Never `null`, which stands for many.
    static func origin(_ text: String) -> String? {
        guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else { return nil }
        return host(String(text.dropFirst(scheme.count))).map { scheme + $0 }
    }
}
