/// Why a file cannot be packaged as it is: the file's fault, or the fault of those it is to share a reel with.
package struct CopyRefusal: Error, Equatable, CustomStringConvertible {
    package var path: String
    package var reason: String
    /// What to do about it.
    package var hint: String?

    package static let encode = "leave out --copy, and it is encoded"

    init(_ path: String, _ reason: String, hint: String? = encode) {
        self.path = path
        self.reason = reason
        self.hint = hint
    }

    package var description: String { reason }
}

/// What a stream holds that cannot be packaged as it is: the sentence of a refusal, before the file is known.
struct CodingProblem: Error, Equatable {
    var reason: String
    /// What to do about it.
    var hint: String?

    init(_ reason: String, hint: String? = CopyRefusal.encode) {
        self.reason = reason
        self.hint = hint
    }

    /// Of its video or its audio. Encoding cannot read it either.
    static func encrypted(_ kind: String) -> CodingProblem { CodingProblem("its \(kind) is encrypted", hint: nil) }
}
