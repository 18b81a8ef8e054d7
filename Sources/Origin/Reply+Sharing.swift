import HTTP

extension Reply {
    /// Says which pages may read the answer. Those of every site, without credentials: nothing depends on who asks but for
    /// the token in the URL. Where a cookie is what counts, a page that may ask with credentials is named, since `*` does
    /// not do for such a request (Fetch §3.2.5). To any other the answer is the one without credentials, which a browser
    /// does not hand to a page that sent them.
    consuming func shared(with request: Request, _ pages: CredentialedOrigins) -> Reply {
        guard isForCookies else { return self }
        headers.append("Vary", "Origin")
        guard let origin = request.headers["Origin"], pages.contains(origin) else { return self }
        headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Allow-Credentials"] = "true"
        return self
    }
}
