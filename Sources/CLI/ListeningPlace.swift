import HTTPServer
import Origin
import Platform
import QRCode

/// Where `serve` listens: on this machine only, unless an option says otherwise.
func listeningPlace(_ arguments: Arguments) throws(CommandError) -> OriginServer.Place {
    let port = try UInt16(arguments.integer("--port", default: 8080, in: 0...65535))
    guard !arguments.has("--lan") || arguments["--listen"] == nil else {
        throw .usage("--lan and --listen exclude each other", hint: "--lan listens on every address")
    }
    let address = arguments.has("--lan") ? "0.0.0.0" : arguments["--listen"] ?? "127.0.0.1"
    guard ListeningSocket.isAddress(address) else {
        throw .usage("--listen takes a numeric address of this machine, not '\(address)'")
    }
    return OriginServer.Place(address: address, port: port, identity: try serverIdentity(arguments))
}

private func serverIdentity(_ arguments: Arguments) throws(CommandError) -> ServerIdentity? {
    guard let certificate = arguments["--tls-cert"], let key = arguments["--tls-key"] else {
        guard arguments["--tls-cert"] == nil, arguments["--tls-key"] == nil else {
            throw .usage("--tls-cert and --tls-key belong together")
        }
        return nil
    }
    return ServerIdentity(certificate: try pemFile(certificate), privateKey: try pemFile(key))
}

/// The text of a PEM file.
func pemFile(_ path: String) throws(CommandError) -> String {
    let text: String
    do { text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self) } catch {
        throw .usage("it cannot be read: \(error.reason)", at: path)
    }
    guard text.contains("-----BEGIN ") else { throw .usage("it is no PEM file", at: path) }
    return text
}

/// For a person with a telephone.
func showNetworkAddress(of server: OriginServer) {
    guard let address = NetworkInterfaces.addresses().first else {
        StandardStream.error.writeLine("this machine is in no network")
        return
    }
    let url = server.url(of: address)
    StandardStream.error.writeLine("in this network: \(url)")
    guard let code = QRCode("\(url)/v1/reels") else { return }
    StandardStream.error.write(code.text(isColored: StandardStream.error.isTerminal))
}
