import NIOCore
import NIOHTTP1

/// Ends a connection on which a request's head takes too long, with 408.
///
/// A head mostly comes in one piece, and then nothing is measured and no timer set: the clock is looked at only where bytes have come
/// and no whole head was in them.
final class HeadWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let sentence = "The head of the request took too long."
    private static let answer = """
        HTTP/1.1 408 Request Timeout\r
        Connection: close\r
        Content-Type: text/plain\r
        Content-Length: \(sentence.utf8.count)\r
        \r
        \(sentence)
        """

    private let patience: TimeAmount
    /// Whether what comes next belongs to a head; false from its end to that of the body.
    fileprivate var isBetweenRequests = true
    /// Whether the bytes that are just read have brought a part.
    fileprivate var hasHeard = false
    /// Requests that are not answered to the end: what is written then would stand in an answer.
    fileprivate var unanswered = 0
    /// When a head was begun that has not come whole.
    private var begun: NIODeadline?
    private var timer: Scheduled<Void>?

    private init(_ patience: TimeAmount) { self.patience = patience }

    /// Watches over a connection that is set up already, on its event loop.
    static func add(to channel: any Channel, patience: TimeAmount) throws {
        let (pipeline, watch) = (channel.pipeline.syncOperations, HeadWatch(patience))
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(watch, position: .first)
        try pipeline.addHandler(PartWatch(watch), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasHeard = false
        // The parts have passed when this returns.
        context.fireChannelRead(data)
        guard isBetweenRequests, !hasHeard, begun == nil, context.channel.isActive else { return }
        begun = .now()
        if timer == nil { setTimer(context, in: patience) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    fileprivate func endHead() {
        isBetweenRequests = false
        unanswered += 1
        begun = nil
    }

    private func setTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.look(context) }
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        guard let begun else { return }
        let left = begun + patience - .now()
        guard left <= .zero else { return setTimer(context, in: left) }
        guard unanswered == 0 else { return setTimer(context, in: patience) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer)), promise: nil)
        context.close(promise: nil)
    }
}

/// Tells a ``HeadWatch`` which parts of requests and answers pass.
private final class PartWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    private let watch: HeadWatch

    init(_ watch: HeadWatch) { self.watch = watch }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        watch.hasHeard = true
        switch unwrapInboundIn(data) {
        case .head: watch.endHead()
        case .body: break
        case .end: watch.isBetweenRequests = true
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { watch.unanswered -= 1 }
        context.write(data, promise: promise)
    }
}
