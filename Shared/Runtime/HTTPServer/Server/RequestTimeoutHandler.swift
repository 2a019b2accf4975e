import NIOCore
import NIOHTTP1

/// Enforces timeouts on request heads and bodies with 408, and closes a connection after its last response.
///
/// Most requests arrive in one piece. Then no timer is set and the clock is not read: this happens only for bytes that
/// do not form a whole request.
final class RequestTimeoutHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let timeouts: ConnectionTimeouts
    private let limiter: ConnectionLimiter
    private let body: BodyProgress
    /// True if the next bytes belong to a head; false from the end of a head to the end of its body.
    private var isBetweenRequests = true
    /// True if the bytes of the current read produced a request part.
    fileprivate var hasReceivedPart = false
    /// Received bytes of the current body.
    fileprivate var bodyBytes = 0
    /// Requests without a complete response.
    ///
    /// An error response written now would land inside another response.
    private var unanswered = 0
    /// True if the response to the oldest of them has begun.
    fileprivate var isAnswering = false
    /// When the first bytes of an incomplete head or body arrived.
    private var begun: NIODeadline?
    private var timer: Scheduled<Void>?
    /// Bytes that arrived after the last response; nil before it.
    private var lingered: Int?
    private var context: ChannelHandlerContext?

    private init(_ timeouts: ConnectionTimeouts, _ limiter: ConnectionLimiter, _ body: BodyProgress) {
        (self.timeouts, self.limiter, self.body) = (timeouts, limiter, body)
    }

    /// Adds the handlers to a channel that is already set up.
    ///
    /// Must run on its event loop.
    static func add(
        to channel: any Channel,
        at position: ChannelPipeline.SynchronousOperations.Position = .first,
        timeouts: ConnectionTimeouts,
        limiter: ConnectionLimiter,
        unread: UnreadResponses,
        body: BodyProgress
    ) throws {
        let (pipeline, handler) = (channel.pipeline.syncOperations, RequestTimeoutHandler(timeouts, limiter, body))
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(handler, position: position)
        try pipeline.addHandler(UnreadResponseHandler(unread, timeouts.answer), position: .first)
        try pipeline.addHandler(RequestPartObserver(handler), position: .after(decoder))
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        (timer, self.context) = (nil, nil)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        let (peer, limiter) = (context.remoteAddress?.ipAddress, limiter)
        guard limiter.admit(peer) else { return refuseConnection(context, peer) }
        context.channel.closeFuture.whenComplete { _ in limiter.leave(peer) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if lingered != nil { return drop(context, unwrapInboundIn(data).readableBytes) }
        hasReceivedPart = false
        // All parts have passed the pipeline when this call returns.
        context.fireChannelRead(data)
        guard begun == nil, !(isBetweenRequests && hasReceivedPart), context.channel.isActive, lingered == nil else {
            return
        }
        begun = .now()
        if timer == nil { setTimer(context, in: timeout(of: isBetweenRequests)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A body that is complete by now is being answered, so it is not evicted.
        if case .bodyEvicted? = event as? RequestRefusal, !isBetweenRequests { return refuse(context, .bodyEvicted) }
        if event is RequestRefusal { return }
        context.fireUserInboundEventTriggered(event)
    }

    fileprivate func endHead() {
        isBetweenRequests = false
        unanswered += 1
        (begun, bodyBytes) = (nil, 0)
        body.hasBegun()
    }

    fileprivate func endBody() {
        isBetweenRequests = true
        begun = nil
        body.hasEnded()
    }

    /// Registers the end of a response, which has already been written.
    fileprivate func endAnswer() {
        (isAnswering, unanswered) = (false, unanswered - 1)
        if body.isLast, let context { linger(context) }
    }

    private func timeout(of isHead: Bool) -> TimeAmount {
        isHead ? timeouts.head : timeouts.body + .seconds(Int64(bodyBytes / timeouts.bodyBytesPerSecond))
    }

    private func setTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.checkTimeout(context) }
    }

    private func checkTimeout(_ context: ChannelHandlerContext) {
        timer = nil
        guard let begun else { return }
        let left = begun + timeout(of: isBetweenRequests) - .now()
        guard left <= .zero else { return setTimer(context, in: left) }
        // While an earlier request is being answered, nothing is read, so the client is not at fault.
        guard unanswered <= (isBetweenRequests ? 0 : 1) else {
            return setTimer(context, in: timeout(of: isBetweenRequests))
        }
        refuse(context, isBetweenRequests ? .headTooSlow : .bodyTooSlow)
    }

    /// Closes the connection; first sends an error response unless a response has begun or was given.
    private func refuse(_ context: ChannelHandlerContext, _ refusal: RequestRefusal) {
        guard lingered == nil else { return }
        if !isAnswering, unanswered == (isBetweenRequests ? 0 : 1) {
            context.writeAndFlush(wrapOutboundOut(refusal.answer), promise: nil)
        }
        linger(context)
        // Readers of the body fail now, which releases the memory of the received part.
        if !isBetweenRequests { context.fireErrorCaught(CancellationError()) }
    }

    /// Refuses a connection because its address has too many.
    private func refuseConnection(_ context: ChannelHandlerContext, _ peer: String?) {
        refuse(context, .tooManyConnections)
        let limiter = limiter
        guard limiter.admitRefused(peer) else { return context.close(promise: nil) }
        context.channel.closeFuture.whenComplete { _ in limiter.leaveRefused(peer) }
    }

    // MARK: Closing

    /// Closes the output side.
    ///
    /// Then discards input until the client closes, or the limit of time or bytes is reached.
    private func linger(_ context: ChannelHandlerContext) {
        guard lingered == nil else { return }
        (lingered, begun) = (0, nil)
        context.close(mode: .output, promise: nil)
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: ConnectionTimeouts.linger) {
            context.close(promise: nil)
        }
    }

    private func drop(_ context: ChannelHandlerContext, _ count: Int) {
        let all = (lingered ?? 0) + count
        lingered = all
        if all > ConnectionTimeouts.lingerBytesMax { context.close(promise: nil) }
    }
}

/// Reports to a ``RequestTimeoutHandler`` which parts of requests and responses pass.
private final class RequestPartObserver: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let handler: RequestTimeoutHandler

    init(_ handler: RequestTimeoutHandler) { self.handler = handler }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        handler.hasReceivedPart = true
        switch unwrapInboundIn(data) {
        case .head: handler.endHead()
        case .body(let bytes): handler.bodyBytes += bytes.readableBytes
        case .end: handler.endBody()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            handler.isAnswering = true
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            if handler.isLast {
                context.writeAndFlush(data, promise: promise)
            } else {
                context.write(data, promise: promise)
            }
            handler.endAnswer()
        }
    }
}

extension RequestTimeoutHandler {
    /// True if the current response is the connection's last.
    fileprivate var isLast: Bool { body.isLast }
}
