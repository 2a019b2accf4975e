import NIOCore
import NIOHTTP1

/// Ends a connection on which a request's head or body takes too long, with 408, and one that has had its last answer.
///
/// A request mostly comes in one piece, and then nothing is measured and no timer set: the clock is looked at only where bytes have come
/// that are no whole request.
final class HeadWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let patience: ConnectionPatience
    private let shares: ConnectionShares
    private let body: BodyProgress
    /// Whether what comes next belongs to a head; false from its end to that of the body.
    private var isBetweenRequests = true
    /// Whether the bytes that are just read have brought a part.
    fileprivate var hasHeard = false
    /// Bytes of the present body that have come.
    fileprivate var bodyBytes = 0
    /// Requests that are not answered to the end: what is written then would stand in an answer.
    private var unanswered = 0
    /// Whether the answer to the first of them has begun.
    fileprivate var isAnswering = false
    /// When a head or body was begun that has not come whole.
    private var begun: NIODeadline?
    private var timer: Scheduled<Void>?
    /// Bytes that came after the last answer; nil before it.
    private var lingered: Int?
    private var context: ChannelHandlerContext?

    private init(_ patience: ConnectionPatience, _ shares: ConnectionShares, _ body: BodyProgress) {
        (self.patience, self.shares, self.body) = (patience, shares, body)
    }

    /// Watches over a connection that is set up already, on its event loop.
    static func add(
        to channel: any Channel,
        patience: ConnectionPatience,
        shares: ConnectionShares,
        unread: UnreadAnswers,
        body: BodyProgress
    ) throws {
        let (pipeline, watch) = (channel.pipeline.syncOperations, HeadWatch(patience, shares, body))
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandlers([watch, AnswerWatch(unread, patience.answer)], position: .first)
        try pipeline.addHandler(PartWatch(watch), position: .after(decoder))
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        (timer, self.context) = (nil, nil)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        let (peer, shares) = (context.remoteAddress?.ipAddress, shares)
        guard shares.admit(peer) else { return refuseConnection(context, peer) }
        context.channel.closeFuture.whenComplete { _ in shares.leave(peer) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if lingered != nil { return drop(context, unwrapInboundIn(data).readableBytes) }
        hasHeard = false
        // The parts have passed when this returns.
        context.fireChannelRead(data)
        guard begun == nil, !(isBetweenRequests && hasHeard), context.channel.isActive, lingered == nil else { return }
        begun = .now()
        if timer == nil { setTimer(context, in: patience(of: isBetweenRequests)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A body that has come whole meanwhile is being answered.
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

    /// Notes the end of an answer, which is written already.
    fileprivate func endAnswer() {
        (isAnswering, unanswered) = (false, unanswered - 1)
        if body.isLast, let context { linger(context) }
    }

    private func patience(of isHead: Bool) -> TimeAmount {
        isHead ? patience.head : patience.body + .seconds(Int64(bodyBytes / patience.bodyBytesPerSecond))
    }

    private func setTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        guard let begun else { return }
        let left = begun + patience(of: isBetweenRequests) - .now()
        guard left <= .zero else { return setTimer(context, in: left) }
        // Behind a request that is still answered, nothing is read.
        guard unanswered <= (isBetweenRequests ? 0 : 1) else {
            return setTimer(context, in: patience(of: isBetweenRequests))
        }
        refuse(context, isBetweenRequests ? .headTooSlow : .bodyTooSlow)
    }

    /// Ends the connection; with an answer, unless one has begun or was given.
    private func refuse(_ context: ChannelHandlerContext, _ refusal: RequestRefusal) {
        guard lingered == nil else { return }
        if !isAnswering, unanswered == (isBetweenRequests ? 0 : 1) {
            context.writeAndFlush(wrapOutboundOut(refusal.answer), promise: nil)
        }
        linger(context)
        // What waits for the rest of the body ends now, and with it the memory of what has come.
        if !isBetweenRequests { context.fireErrorCaught(CancellationError()) }
    }

    /// Refuses a connection of an address that has too many.
    private func refuseConnection(_ context: ChannelHandlerContext, _ peer: String?) {
        refuse(context, .tooManyConnections)
        let shares = shares
        guard shares.admitRefused(peer) else { return context.close(promise: nil) }
        context.channel.closeFuture.whenComplete { _ in shares.leaveRefused(peer) }
    }

    // MARK: The end

    /// Says that no more is answered, and drops what comes until the other side closes, or for a moment.
    private func linger(_ context: ChannelHandlerContext) {
        guard lingered == nil else { return }
        (lingered, begun) = (0, nil)
        context.close(mode: .output, promise: nil)
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: ConnectionPatience.linger) {
            context.close(promise: nil)
        }
    }

    private func drop(_ context: ChannelHandlerContext, _ count: Int) {
        let all = (lingered ?? 0) + count
        lingered = all
        if all > ConnectionPatience.lingerBytesMax { context.close(promise: nil) }
    }
}

/// Tells a ``HeadWatch`` which parts of requests and answers pass.
private final class PartWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let watch: HeadWatch

    init(_ watch: HeadWatch) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        watch.hasHeard = true
        switch unwrapInboundIn(data) {
        case .head: watch.endHead()
        case .body(let bytes): watch.bodyBytes += bytes.readableBytes
        case .end: watch.endBody()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            watch.isAnswering = true
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            if watch.isLast {
                context.writeAndFlush(data, promise: promise)
            } else {
                context.write(data, promise: promise)
            }
            watch.endAnswer()
        }
    }
}

extension HeadWatch {
    /// Whether the present answer is the connection's last.
    fileprivate var isLast: Bool { body.isLast }
}
