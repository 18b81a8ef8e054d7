package import MediaTypes

/// One line of the access log, and one side of the ledger: what the origin sent, and why.
package struct AccessLogEntry: Hashable, Sendable, Codable {
    /// When the request arrived.
    package var t: UnixTime
    /// The request's `X-Request-Id`, or one of the server's.
    package var id: String
    package var method: String
    /// Path and query with every token shortened: it is never a secret.
    package var target: String
    package var reel: ReelID?
    package var version: VersionID?
    package var rendition: RenditionID?
    package var object: ObjectName?
    package var status: Int
    /// The `Range` header as it came.
    package var range: String?
    /// Body bytes sent. Of an aborted response it is the most that can have been sent.
    package var bytes: Int
    package var complete: Bool
    /// `identity` or `gzip`.
    package var encoding: String
    /// `ok`, `open` where no token is asked for, or a ``RefusalReason``.
    package var verdict: String
    /// What the player said of itself.
    package var cmcd: CMCD?
    /// The first thing in it that was not understood.
    package var cmcdProblem: String?
    package var fault: String?
    /// From arrival to the end of the response, in milliseconds.
    package var ms: Int

    package init(
        t: UnixTime, id: String, method: String, target: String, reel: ReelID? = nil, version: VersionID? = nil,
        rendition: RenditionID? = nil, object: ObjectName? = nil, status: Int, range: String? = nil, bytes: Int,
        complete: Bool, encoding: String = "identity", verdict: String, cmcd: CMCD? = nil,
        cmcdProblem: String? = nil, fault: String? = nil, ms: Int
    ) {
        self.t = t
        self.id = id
        self.method = method
        self.target = target
        self.reel = reel
        self.version = version
        self.rendition = rendition
        self.object = object
        self.status = status
        self.range = range
        self.bytes = bytes
        self.complete = complete
        self.encoding = encoding
        self.verdict = verdict
        self.cmcd = cmcd
        self.cmcdProblem = cmcdProblem
        self.fault = fault
        self.ms = ms
    }
}
