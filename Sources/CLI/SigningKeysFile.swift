import Platform
import Signing

/// Reads a signing keys file for a command.
func loadSigningKeys(_ path: String) throws(CommandError) -> SigningKeys {
    do {
        return try SigningKeys.load(path)
    } catch {
        var hint: String?
        if case .tooWide = error { hint = "chmod 600 \(path)" }
        if case .unreadable = error, !FileSystem.exists(path) { hint = "reelrig sign keys new \(path) makes one" }
        throw .usage("the signing keys cannot be used: \(error)", at: path, hint: hint)
    }
}
