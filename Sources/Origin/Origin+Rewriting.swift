import Catalog
import DASH
import HLS
import HTTP
import MediaTypes
import Platform
import Signing
import WebVTT

extension Origin {
    /// What a file is answered with when the token came in the query: texts that name other files with the token in each
    /// of their URIs, everything else as it is.
    ///
    /// A rewritten text is one client's alone and not kept beyond its token. It has no `Last-Modified`: the file's date
    /// would say that the text under another token is the same.
    ///
    /// - Parameter isPacked: whether the request takes gzip; it is not made for one that does not.
    func representations(
        of file: PackagedFile, at place: Route.Place, _ signed: SignedText, isPacked: Bool, at now: UnixTime
    ) -> Representations {
        let type = PackageLayout.mediaType(ofPath: place.path)
        guard let kind = TextKind(place.path, type), let bytes = file.content else { return file.representations }
        let name = RewrittenTexts.Name(
            entityTag: file.representations.identity.entityTag, base: signed.base, path: signed.path,
            scope: signed.token.scope, form: signed.form)
        func make(_ token: String) -> [UInt8]? {
            let carriage = QueryCarriage(base: signed.base, path: signed.path, scope: signed.token.scope)
            return Self.rewritten(bytes, kind, carriage, token, signed.form)
        }
        // What is in memory is what the entity tag says; a file may have changed since.
        let token = signed.token.text
        let text = file.bytes == nil ? make(token) : rewritten.text(name, of: bytes, with: token, make: make)
        guard let text else { return file.representations }
        let life = max(0, min(Self.longestLife, signed.token.expires - now.seconds))
        return Representations(
            text, mediaType: type, lastModified: nil, caching: "private, max-age=\(life)", isPacked: isPacked)
    }

    /// Seconds that a rewritten text may be kept.
    private static let longestLife: Int64 = 60

    private enum TextKind {
        case playlist, manifest, thumbnails

        init?(_ path: String, _ type: String) {
            switch type {
            case "application/vnd.apple.mpegurl": self = .playlist
            case "application/dash+xml": self = .manifest
            default:
                guard path == PackageLayout.thumbnails else { return nil }
                self = .thumbnails
            }
        }
    }

    /// `nil` where the text is not what its name says.
    private static func rewritten(
        _ text: [UInt8], _ kind: TextKind, _ carriage: QueryCarriage, _ token: String, _ form: CarriageForm
    ) -> [UInt8]? {
        switch kind {
        case .playlist: playlist(text, carriage, token, form)
        case .manifest: manifest(text, carriage, token)
        case .thumbnails: thumbnails(text, carriage, token)
        }
    }

    /// A playlist that cannot declare the variable says the token itself.
    private static func playlist(
        _ text: [UInt8], _ carriage: QueryCarriage, _ token: String, _ form: CarriageForm
    ) -> [UInt8] {
        let name = TokenCarriage.parameter
        let declared = form == .define ? Playlist.declaring(queryParameter: name, in: text) : nil
        let value = declared == nil ? token : "{$\(name)}"
        let playlistForm = form == .define ? "\(TokenCarriage.formParameter)=\(form.rawValue)&" : ""
        return Playlist.replacingURIs(in: declared ?? text) { uri in
            uri.expanded.flatMap { reference in
                carriage.carried(reference) { isPlaylist in "\(isPlaylist ? playlistForm : "")\(name)=\(value)" }
            }
        }
    }

    /// A base URL that is a folder hands no query on (RFC 3986 §5.2.2), and clients that join texts would break on it.
    private static func manifest(_ text: [UInt8], _ carriage: QueryCarriage, _ token: String) -> [UInt8]? {
        try? MPD.replacingURIs(in: text) { uri in
            if uri.place == .element("BaseURL"), uri.text.hasSuffix("/") { return nil }
            return carriage.carried(uri.text, example: uri.example, bases: uri.bases) { _ in
                "\(TokenCarriage.parameter)=\(token)"
            }
        }
    }

    private static func thumbnails(_ text: [UInt8], _ carriage: QueryCarriage, _ token: String) -> [UInt8] {
        Captions.replacingAddresses(in: text) { address in
            carriage.carried(address) { _ in "\(TokenCarriage.parameter)=\(token)" }
        }
    }
}

/// What of a request decides how a text is rewritten.
struct SignedText {
    /// As in ``QueryCarriage``.
    var base: String?
    var path: RawPath
    var token: Token
    var form: CarriageForm
}

extension PackagedFile {
    /// The whole of it; `nil` when it cannot be read.
    fileprivate var content: [UInt8]? {
        switch representations.identity.source {
        case .bytes(let bytes): bytes
        case .file(let path): try? FileSystem.read(path, limit: 1 << 26)
        }
    }
}
