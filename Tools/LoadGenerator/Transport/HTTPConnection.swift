import NIOCore

/// A connection to the gateway that carries one request at a time.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A request in flight.
    struct Exchange {
        let keepsBody: Bool
        /// The deadline on the monotonic clock.
        let deadlineNs: UInt64
        let done: (LoadAnswer) -> Void
    }

    private let pool: HTTPTransport
    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    private var parser = ResponseParser()

    init(pool: HTTPTransport) { self.pool = pool }

    /// Sends a request.
    ///
    /// The connection must be idle.
    func perform(_ request: ByteBuffer, _ exchange: Exchange) {
        self.exchange = exchange
        guard let context else { return fail("connection lost") }
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }

    /// Fails a request after its deadline, and closes the connection.
    func failIfExpired(at nowNs: UInt64) {
        guard let exchange, exchange.deadlineNs <= nowNs else { return }
        fail("no answer within \(HTTPTransport.timeoutS) s")
        context?.close(promise: nil)
    }

    func close() { context?.close(promise: nil) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) { pool.didBecomeIdle(self) }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        fail("connection lost")
        pool.didClose(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("connection lost")
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parser.append(unwrapInboundIn(data).readableBytesView)
        do {
            guard let exchange else {
                // A response without a request: the server does not speak HTTP.
                context.close(promise: nil)
                return
            }
            guard let response = try parser.next(keepsBody: exchange.keepsBody) else { return }
            finish(exchange, response, context)
        } catch {
            fail(error.reason)
            context.close(promise: nil)
        }
    }

    private func finish(
        _ exchange: Exchange,
        _ response: ResponseParser.Response,
        _ context: ChannelHandlerContext
    ) {
        let nowNs = NIODeadline.now().uptimeNanoseconds
        self.exchange = nil
        // Releases the connection first, because the callback may send the next request at once.
        // Extra bytes after a response belong to no request, so the connection is then closed.
        if response.isKeptOpen, !parser.hasIncompleteResponse {
            pool.didBecomeIdle(self)
        } else {
            context.close(promise: nil)
        }
        exchange.done(LoadAnswer(outcome: Self.outcome(response), body: response.body, atNs: nowNs))
    }

    private func fail(_ reason: String) {
        guard let exchange else { return }
        self.exchange = nil
        let nowNs = NIODeadline.now().uptimeNanoseconds
        exchange.done(LoadAnswer(outcome: .bad(reason), body: [], atNs: nowNs))
    }

    /// Returns the outcome of a response: 2xx and 304 are successes, redirections are not.
    ///
    /// An error is described by its status and the code of its problem document.
    private static func outcome(_ response: ResponseParser.Response) -> LoadOutcome {
        if (200..<300).contains(response.status) || response.status == 304 { return .good }
        let text = String(decoding: response.body.prefix(problemBytesMax), as: UTF8.self)
        let parts = text.split(separator: "\"")
        guard let name = parts.firstIndex(of: "code"), name + 2 < parts.count else { return .bad("\(response.status)") }
        return .bad("\(response.status) \(parts[name + 2])")
    }

    /// Suffices for the code, which is near the beginning.
    private static let problemBytesMax = 4_096
}
