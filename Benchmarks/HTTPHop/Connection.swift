import NIOCore
import NIOHTTP1

/// A client connection that performs one exchange at a time and returns to its pool after each.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private static let timeout = TimeAmount.seconds(5)
    private static let bodyMax = 1 << 20

    private let pool: ConnectionPool
    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    private var head: HTTPResponseHead?
    private var body = ByteBuffer()
    private var deadline = NIODeadline.distantFuture
    private var isTimerScheduled = false

    init(pool: ConnectionPool) {
        self.pool = pool
    }

    /// Sends a request; the connection must be idle.
    func perform(_ exchange: Exchange) {
        guard let context else {
            exchange.continuation.resume(throwing: HopError.connectionClosed)
            return
        }
        self.exchange = exchange
        deadline = .now() + Self.timeout
        watch(context)
        context.write(wrapOutboundOut(.head(exchange.head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(exchange.body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        pool.isFree(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(HopError.connectionClosed)
        pool.hasClosed(self)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part): collect(part, context)
        case .end: finish(context)
        }
    }

    private func collect(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
        guard body.readableBytes + part.readableBytes <= Self.bodyMax else {
            errorCaught(context: context, error: HopError.answerTooLarge)
            return
        }
        if body.readableBytes == 0 {
            body = part
        } else {
            body.writeImmutableBuffer(part)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard let exchange, let head else { return }
        let answer = Answer(status: head.status, body: body)
        reset()
        exchange.continuation.resume(returning: answer)
        if head.isKeepAlive {
            pool.isFree(self)
        } else {
            context.close(promise: nil)
        }
    }

    private func fail(_ error: any Error) {
        let exchange = exchange
        reset()
        exchange?.continuation.resume(throwing: error)
    }

    private func reset() {
        exchange = nil
        head = nil
        body = ByteBuffer()
    }

    /// Schedules a timer for the deadline; one timer serves all exchanges that begin before it fires.
    private func watch(_ context: ChannelHandlerContext) {
        guard !isTimerScheduled else { return }
        isTimerScheduled = true
        context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.checkDeadline() }
    }

    private func checkDeadline() {
        isTimerScheduled = false
        guard let context, exchange != nil else { return }
        if deadline <= .now() {
            errorCaught(context: context, error: HopError.timedOut)
        } else {
            watch(context)
        }
    }
}
