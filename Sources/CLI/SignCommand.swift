import Catalog
import MediaTypes
import Platform
import Signing

extension Command {
    static let sign = Command(
        name: "sign",
        summary: "mint and verify tokens; make and change signing keys",
        help: """
            usage: reelrig sign keys new FILE [--kid ID]
                   reelrig sign keys list FILE
                   reelrig sign keys rotate FILE [--kid ID] [--overlap SECONDS]
                   reelrig sign keys retire FILE ID
                   reelrig sign url URL --keys FILE [options]
                   reelrig sign verify URL --keys FILE [options]
                   reelrig sign cache-key URL... [--json]

            Secrets are never printed. A signing keys file is readable by its owner only (0600).

            keys new     makes FILE with one signing key
            keys rotate  adds a key that signs from now on; the one before it verifies until the overlap has passed
            keys retire  from now on ID verifies nothing
            url          prints URL, or a path, with a token in front of its path, or as --form says
            verify       says whether URL is allowed, and why not; exit code 1 when it is refused
            cache-key    prints what names the bytes behind URL whoever signed it, and what was left out for that

              --keys FILE       the signing keys
              --kid ID          the new key's id: letters, digits, - and _ (the first free one of k1, k2, ...)
              --overlap SECONDS how long the key before verifies (86400)
              --ttl SECONDS     how long the token is valid (300)
              --form FORM       how it travels: path, query, define or cookie (path); of a cookie its line is printed too
              --exact           the token is for this path only
              --folder          the token is for all of the version that the path is in, else for all of its folder
              --not-before TIME when the token becomes valid
              --address IP      the only client that may use it; of verify the client that asks
              --at TIME         Unix seconds instead of now
              --cookie VALUE    of verify: the token that came as cookie reelrig_t
              --explain         print what the token says, the text it signs, and each step up to the first that fails
              --json            one JSON document on standard output

            What a token is for is said on standard error. Of a playlist, a manifest or thumbnails.vtt it is the whole
            version, /media/REEL/VERSION/, since what they name needs the token too; of a path that ends in / what is
            below it; of any other the path alone.

            example: reelrig sign keys new keys.json
                     reelrig sign url /media/bars/0123456789abcdef/multivariant.m3u8 --keys keys.json --ttl 60
            """,
        options: [
            .value("--keys"), .value("--kid"), .value("--overlap"), .value("--ttl"), .flag("--exact"),
            .flag("--folder"),
            .value("--not-before"), .value("--address"), .value("--at"), .value("--form"), .value("--cookie"),
            .flag("--explain"), .flag("--json"),
        ],
        run: runSign)
}

private func runSign(_ arguments: Arguments) throws -> ExitCode {
    let words = arguments.positional
    switch (words.first, words.count) {
    case ("keys", 2...): return try changeKeys(arguments)
    case ("url", 2): return try signURL(words[1], arguments)
    case ("verify", 2): return try verifyURL(words[1], arguments)
    case ("cache-key", 2...): return try printCacheKeys(Array(words.dropFirst()), asJSON: arguments.has("--json"))
    default: throw CommandError.usage("sign takes keys, url, verify or cache-key", hint: "reelrig sign --help")
    }
}

func signingMoment(_ arguments: Arguments) throws(CommandError) -> UnixTime {
    guard let text = arguments["--at"] else { return UnixTime(milliseconds: SystemClock.wallMilliseconds()) }
    return try unixSeconds(text, of: "--at")
}

/// What `--address` names, as the origin writes the address of who asks; empty without it.
func clientAddress(_ arguments: Arguments) throws(CommandError) -> String {
    guard let text = arguments["--address"] else { return "" }
    guard let address = NumericAddress.canonical(text) else {
        throw .usage("--address takes an IPv4 or IPv6 address, not '\(text.prefix(64))'")
    }
    return address
}

func unixSeconds(_ text: String, of option: String) throws(CommandError) -> UnixTime {
    guard let number = Int64(text), (0...253_402_300_799).contains(number) else {
        throw .usage("\(option) takes Unix seconds, not '\(text.prefix(32))'")
    }
    return UnixTime(seconds: number)
}
