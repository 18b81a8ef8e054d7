import HTTP
import HTTPServer
import Platform
import TestSupport
import Testing

private let hello = Response(status: 200, body: .bytes(Array("hello".utf8)))

/// A certificate for 127.0.0.1 that signs itself, made by openssl, and its key.
private func withIdentity(_ body: (ServerIdentity, _ certificate: String) throws -> Void) throws {
    try withTemporaryDirectory { folder in
        let (certificate, key) = ("\(folder)/cert.pem", "\(folder)/key.pem")
        let made = try #require(Tool("openssl")).run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
            "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
        ])
        try #require(made.status == 0, "\(made.standardError)")
        func text(_ path: String) throws -> String {
            String(decoding: try FileSystem.read(path, limit: 1 << 16), as: UTF8.self)
        }
        try body(ServerIdentity(certificate: try text(certificate), privateKey: try text(key)), certificate)
    }
}

private let hasTools = Tool.isInstalled("openssl") && Tool.isInstalled("curl")

@Test(.enabled(if: hasTools, "needs openssl and curl"))
func `over TLS a client that knows the certificate gets bytes and files, and no other client does`() throws {
    try withIdentity { identity, certificate in
        try withTemporaryDirectory { folder in
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try FileSystem.write(bytes, to: "\(folder)/file")
            let server = try HTTPServer(identity: identity) { request in
                switch request.target {
                case "/file":
                    let body = Response.Body.file(path: "\(folder)/file", offset: 10, length: 199_990)
                    return HTTPServer.Answer(Response(status: 200, body: body))
                case "/bytes": return HTTPServer.Answer(Response(status: 200, body: .bytes(bytes)))
                default: return HTTPServer.Answer(hello)
                }
            }
            defer { server.stop() }
            let curl = try #require(Tool("curl"))
            let url = "https://127.0.0.1:\(server.port)"
            #expect(try curl.run(["-sS", "--cacert", certificate, "\(url)/"]).text == "hello")
            let file = try curl.run(["-sS", "--cacert", certificate, "\(url)/file"])
            #expect(file.standardOutput == Array(bytes[10...]))
            // Head and body are sent together, and in more than one piece.
            let large = try curl.run(["-sS", "--cacert", certificate, "\(url)/bytes"])
            #expect(large.standardOutput == bytes)
            // 60: the certificate is not known.
            #expect(try curl.run(["-sS", "\(url)/"]).status == 60)
            #expect(try curl.run(["-sS", "http://127.0.0.1:\(server.port)/"]).text != "hello")
        }
    }
}

@Test(.enabled(if: hasTools, "needs openssl and curl"))
func `a certificate that is none, or another's key, is a clear error`() throws {
    try withIdentity { identity, _ in
        try withIdentity { other, _ in
            let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"
            for (wrong, problem) in [
                (ServerIdentity(certificate: "x", privateKey: "y"), IdentityProblem.certificate),
                (ServerIdentity(certificate: identity.privateKey, privateKey: identity.privateKey), .certificate),
                (ServerIdentity(certificate: identity.certificate, privateKey: other.privateKey), .pair),
                (ServerIdentity(certificate: identity.certificate, privateKey: identity.certificate), .privateKey),
                (ServerIdentity(certificate: identity.certificate, privateKey: encrypted), .encryptedKey),
                (ServerIdentity(certificate: "", privateKey: identity.privateKey), .certificate),
            ] {
                #expect(throws: ServerProblem.cannotStartTLS(problem)) {
                    try HTTPServer(identity: wrong) { _ in HTTPServer.Answer(hello) }
                }
            }
        }
    }
}

/// RFC 8446 §6.1: without it a client cannot tell an end from a cut.
@Test(.enabled(if: hasTools && Tool.isInstalled("python3"), "needs openssl, curl and python3"))
func `over TLS every connection that the server ends is ended in TLS too`() throws {
    try withIdentity { identity, certificate in
        let server = try HTTPServer(identity: identity) { _ in HTTPServer.Answer(hello) }
        defer { server.stop() }
        let script = """
            import socket, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[1])
            for request in (b'GET / HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\n\\r\\n',
                            b'GET / HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\n\\r\\nGET /2',
                            b'GET / HTTP/1.1\\r\\nHost: h\\r\\nHost: h\\r\\n\\r\\n'):
                with socket.create_connection(('127.0.0.1', int(sys.argv[2])), timeout=20) as plain:
                    with context.wrap_socket(plain, server_hostname='127.0.0.1', suppress_ragged_eofs=False) as tls:
                        tls.sendall(request)
                        text = b''
                        while piece := tls.recv(65536):
                            text += piece
                        assert text.startswith(b'HTTP/1.1 '), text
            """
        let run = try #require(Tool("python3")).run(["-c", script, certificate, "\(server.port)"])
        #expect(run.status == 0, "\(run.standardError)")
    }
}

@Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
func `a server listens on its address only`() throws {
    let first = try HTTPServer { _ in HTTPServer.Answer(hello) }
    defer { first.stop() }
    // Were the first one on every address, its port would be in use here.
    let second = try HTTPServer(address: "127.0.0.2", port: first.port) { request in
        HTTPServer.Answer(Response(status: 200, body: .bytes(Array(request.clientAddress.utf8))))
    }
    defer { second.stop() }
    let curl = try #require(Tool("curl"))
    #expect(try curl.run(["-sS", "http://127.0.0.1:\(first.port)/"]).text == "hello")
    let other = try curl.run(["-sS", "--interface", "127.0.0.3", "http://127.0.0.2:\(first.port)/"])
    #expect(other.text == "127.0.0.3")
}

@Test(.enabled(if: Tool.isInstalled("curl") && FileSystem.exists("/proc/net/if_inet6"), "needs curl and IPv6"))
func `a server on every address of IPv6 knows its clients by their own`() throws {
    let server = try HTTPServer(address: "::") { request in
        HTTPServer.Answer(Response(status: 200, body: .bytes(Array(request.clientAddress.utf8))))
    }
    defer { server.stop() }
    let curl = try #require(Tool("curl"))
    #expect(try curl.run(["-sS", "http://[::1]:\(server.port)/"]).text == "::1")
    #expect(try curl.run(["-sS", "http://127.0.0.1:\(server.port)/"]).text == "127.0.0.1")
}

@Test func `a name is no address to listen on`() {
    for address in ["localhost", "", "127.0.0.1:80", "256.1.1.1", "[::1]"] {
        #expect(throws: ServerProblem.self) {
            try HTTPServer(address: address) { _ in HTTPServer.Answer(hello) }
        }
    }
}
