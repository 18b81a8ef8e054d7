import Catalog
import HTTP
import MediaTypes
import Platform
import Signing

extension Origin {
    /// Where a reel can be fetched from now on. Every call signs anew.
    func playback(_ id: ReelID, _ request: Request, at now: UnixTime) -> Reply {
        if let stream = settings.foreign[id] { return playback(stream, request, at: now) }
        guard let reel = packages.reel(id), let version = packages.versionToPlay(reel.version, of: id) else {
            return .problem(404, "there is no such reel").about(id)
        }
        guard !isRemoved(reel) else { return .problem(410, "the reel was removed").about(id, reel.version) }
        guard let folder = try? RawPath("/media/\(id)/\(reel.version)/"), let scope = TokenScope(.prefix, folder) else {
            return Reply(status: 500)
        }
        let hasManifest = version.files[PackageLayout.manifest] != nil
        return playback(id, scope, folder, request, at: now) { location, expires in
            PlaybackAnswer(
                id: id, version: reel.version, url: location.url(of: PackageLayout.multivariantPlaylist),
                mpdUrl: hasManifest ? location.url(of: PackageLayout.manifest) : nil,
                progressive: version.document.progressive?.compactMap { file in
                    version.files[file.path].map { .init(file, url: location.url(of: file.path), size: $0.stamp.size) }
                },
                expiresAt: expires, serverTime: now, durationMs: version.document.duration.milliseconds,
                renditions: version.document.renditions.map(PlaybackAnswer.Rendition.init),
                strip: version.document.strip)
        }.about(id, reel.version)
    }

    /// Signs a folder for the form of carriage that was asked for.
    func playback(
        _ id: ReelID, _ scope: TokenScope, _ folder: RawPath, _ request: Request, at now: UnixTime,
        _ answer: (_ location: SignedLocation, _ expires: UnixTime) -> PlaybackAnswer
    ) -> Reply {
        guard let base = baseURL(of: request) else { return .problem(400, hostProblem(of: request)).about(id) }
        guard let form = form(request) else { return .problem(400, "form is one of \(CarriageForm.names)").about(id) }
        let expires = UnixTime(seconds: now.seconds + settings.ttl)
        let token = Signer(keys.active).token(
            for: scope, expires: expires, address: settings.bindsAddresses ? request.clientAddress : "")
        let location = SignedLocation(base: base, folder: folder, token: token, form: form)
        var reply = Reply.json(answer(location, expires))
        if let cookie = location.cookie(for: settings.ttl) { reply.headers.append("Set-Cookie", cookie) }
        reply.isForCookies = form == .cookie
        return reply
    }

    /// What `?form=` says, else the setting; `nil` for what is no form.
    private func form(_ request: Request) -> CarriageForm? {
        request.rawQueryValue(TokenCarriage.formParameter).map { CarriageForm(rawValue: String($0)) } ?? settings.form
    }

    /// Why there is no ``baseURL(of:)``.
    func hostProblem(of request: Request) -> String {
        request.headers["Host"] == nil ? "Host is missing, and URLs begin with it" : "Host is not host[:port]"
    }

    /// What absolute URLs of an answer begin with: the public URL, or the host that was asked for when it is one.
    func baseURL(of request: Request) -> String? {
        settings.publicURL ?? request.headers["Host"].flatMap(RequestText.host).map { "\(settings.scheme)://\($0)" }
    }

}
