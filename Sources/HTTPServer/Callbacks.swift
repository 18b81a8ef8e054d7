internal import CMicroHTTPD
internal import Dispatch
internal import HTTP

// Called by the daemon's threads. `closure` is the ServerContext, which outlives the daemon; `state` is one Exchange,
// retained in `receiveTarget` and released in `completeRequest`, which the daemon calls once for each.

func receiveTarget(
    _ closure: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    let context = Unmanaged<ServerContext>.fromOpaque(closure!).takeUnretainedValue()
    context.exchanges.enter()
    let exchange = Exchange(target: String(cString: target!), bodyLimit: context.limits.requestBody)
    return Unmanaged.passRetained(exchange).toOpaque()
}

func handleRequest(
    _ closure: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    let context = Unmanaged<ServerContext>.fromOpaque(closure!).takeUnretainedValue()
    guard let connection, let held = state?.pointee else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
    // The first call brings the header fields only. A response queued in it closes the connection.
    guard var request = exchange.request else {
        let request = Request(reading: connection, method: String(cString: method!), target: exchange.target)
        exchange.request = request
        guard let problem = FramingProblem(in: request.headers) else { return .YES }
        return send(HTTPServer.Answer(problem.response), on: connection, to: request, as: exchange)
    }
    if let uploadSize, uploadSize.pointee > 0 {
        exchange.take(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
        uploadSize.pointee = 0
        return exchange.isFlood ? .NO : .YES
    }
    request.body = exchange.body
    context.beginAnswer(on: reelrig_mhd_socket(connection))
    let answer =
        exchange.isTooLarge
        ? HTTPServer.Answer(Response(status: 413, headers: ["Connection": "close"])) : context.answer(request)
    return send(answer, on: connection, to: request, as: exchange)
}

func noteConnection(
    _ closure: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
    let context = Unmanaged<ServerContext>.fromOpaque(closure!).takeUnretainedValue()
    let socket = connection.map { reelrig_mhd_socket($0) } ?? -1
    if event == .CONNECTION_NOTIFY_STARTED { context.opened(socket) } else { context.closed(socket) }
}

func completeRequest(
    _ closure: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ termination: MHD_RequestTerminationCode
) {
    let context = Unmanaged<ServerContext>.fromOpaque(closure!).takeUnretainedValue()
    guard let held = state?.pointee else { return }
    state?.pointee = nil
    Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
        .end(complete: termination == .REQUEST_TERMINATED_COMPLETED_OK)
    if let connection { context.endAnswer(on: reelrig_mhd_socket(connection)) }
    context.exchanges.leave()
}

/// Queues the response. When that fails the connection is closed, and nothing of it was sent.
private func send(
    _ answer: HTTPServer.Answer, on connection: OpaquePointer, to request: Request, as exchange: Exchange
) -> MHD_Result {
    let body = NativeResponse(answer.response) ?? NativeResponse(Response(status: 500))
    guard let body else { return .NO }
    exchange.pending = Exchange.Pending(
        status: body.status, bytes: request.method == "HEAD" ? 0 : body.length, delivered: answer.delivered)
    return body.queue(on: connection)
}
