import Catalog
import HTTP
import Signing

extension Origin {
    /// `PUT` restores a reel and `DELETE` removes it, in memory only and for whoever on this machine has the rig token.
    /// No other site's page may read the answers.
    func rig(_ id: ReelID, _ request: Request) -> Reply {
        guard let expected = settings.rigToken, Self.isLoopback(request.clientAddress) else {
            return .problem(404, "there is nothing at this path")
        }
        guard let field = request.headers["Authorization"] else { return .refusal(.missing) }
        guard ConstantTime.areEqual(Array(field.utf8), Array("Bearer \(expected)".utf8)) else {
            return .refusal(.signature)
        }
        var reply = ["PUT", "DELETE"].contains(request.method) ? change(id, request) : .notAllowed("PUT, DELETE")
        reply.verdict = "ok"
        return reply.about(id)
    }

    private static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    private func change(_ id: ReelID, _ request: Request) -> Reply {
        guard settings.foreign[id] != nil || packages.reel(id) != nil else {
            return .problem(404, "there is no such reel")
        }
        setRemoved(request.method == "DELETE", id)
        return .json(ReelState(id: id, removed: request.method == "DELETE"))
    }

    private struct ReelState: Encodable {
        var id: ReelID
        var removed: Bool
    }
}
