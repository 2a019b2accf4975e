import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP2

/// A connection with HTTP/2: its handler, which runs on the event loop, and the end of its last request.
struct HTTP2Connection: Sendable {
    let channel: any Channel
    /// Succeeds when the connection is closed and no task of it runs.
    let end: EventLoopFuture<Void>

    /// Sets up a channel on which the client has chosen HTTP/2; must run on its event loop.
    ///
    /// - Parameters:
    ///   - channel: The channel, with TLS.
    ///   - timeouts: The timeouts of a connection and of its requests.
    ///   - unread: Limits the memory of unread responses.
    ///   - answer: Answers a request.
    /// - Returns: The connection, which already reads.
    /// - Throws: An error if the channel is closed.
    static func setUp(
        _ channel: any Channel,
        timeouts: ConnectionTimeouts,
        unread: UnreadResponses,
        answer: @escaping RequestAnswer
    ) throws -> HTTP2Connection {
        let eventLoop = channel.eventLoop
        let handler = HTTP2ConnectionHandler(eventLoop, idle: timeouts.idle)
        let bound = NIOLoopBound(handler, eventLoop: eventLoop)
        let shared = NIOLoopBound(
            HTTP2Requests(EventLoopExecutor(eventLoop), handler, timeouts, unread, answer),
            eventLoop: eventLoop
        )
        let frames = NIOHTTP2Handler(
            mode: .server,
            eventLoop: eventLoop,
            connectionConfiguration: HTTP2Limits.connection,
            streamConfiguration: HTTP2Limits.stream,
            streamDelegate: HTTP2StreamCounter(handler: bound)
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers([
                    HTTP2EndOfStream(), HTTP2FramePayloadToHTTPServerCodec(), HTTP2RequestHandler(shared.value),
                ])
            }
        }
        try channel.pipeline.syncOperations.addHandlers([frames, handler])
        return HTTP2Connection(channel: channel, end: handler.end)
    }

    /// Returns when the connection has ended with all its requests; closes it if the task is cancelled.
    func serve() async {
        await withTaskCancellationHandler {
            // The handler never fails this promise.
            try? await end.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}

/// Counts the streams of a connection, closes it when it is idle, and ends it after GOAWAY.
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let idle: TimeAmount
    private let ended: EventLoopPromise<Void>
    private var streams = 0
    private var lastStream = HTTP2StreamID.rootStream
    /// When the last stream ended; meaningless while streams are open.
    private var idleSince = NIODeadline.now()
    private var timer: Scheduled<Void>?
    private var isEnding = false
    private var isClosed = false
    private var context: ChannelHandlerContext?
    /// Tasks that answer requests; some end after their stream.
    private var tasks = 0
    /// Requests with bodies that are incomplete.
    private(set) var incompleteBodies = 0

    init(_ eventLoop: any EventLoop, idle: TimeAmount) {
        self.idle = idle
        ended = eventLoop.makePromise()
    }

    var end: EventLoopFuture<Void> { ended.futureResult }

    func taskDidBegin() { tasks += 1 }

    func taskDidEnd() {
        tasks -= 1
        endIfDone()
    }

    /// Registers a request with an incomplete body; false if the connection has too many.
    func admitBody() -> Bool {
        guard incompleteBodies < HTTP2Limits.incompleteBodiesMax else { return false }
        incompleteBodies += 1
        return true
    }

    func bodyDidEnd() { incompleteBodies -= 1 }

    func streamDidOpen(_ id: HTTP2StreamID) {
        streams += 1
        lastStream = max(lastStream, id)
    }

    func streamDidClose() {
        streams -= 1
        guard streams == 0 else { return }
        idleSince = .now()
        guard isEnding, let context else { return }
        // The end of the last response has been written, but is flushed only now.
        context.eventLoop.assumeIsolated().execute { context.close(promise: nil) }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        idleSince = .now()
        setTimer(context, in: idle)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        (timer, self.context) = (nil, nil)
        close()
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        close()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return goAway(context) }
        context.fireUserInboundEventTriggered(event)
        // A client that closes its side has abandoned its requests, as with HTTP/1.1.
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }

    /// Closes the connection, except after an error of a single stream, which has been answered with a reset.
    ///
    /// After an error of the connection, the client has received GOAWAY.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOHTTP2Errors.StreamError || error is NIOHTTP2Errors.ContentLengthViolated { return }
        // Closing waits some seconds for the client's part of TLS. No more of its frames are processed meanwhile.
        _ = context.channel.setOption(.autoRead, value: false)
        context.close(promise: nil)
    }

    private func close() {
        isClosed = true
        endIfDone()
    }

    private func endIfDone() {
        if isClosed, tasks == 0 { ended.succeed() }
    }

    /// Asks the client to open no more streams, and closes the connection after the last one.
    private func goAway(_ context: ChannelHandlerContext) {
        guard !isEnding else { return }
        isEnding = true
        let payload = HTTP2Frame.FramePayload.goAway(lastStreamID: lastStream, errorCode: .noError, opaqueData: nil)
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
        guard streams > 0 else { return context.close(promise: nil) }
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: HTTP2Limits.drainTime) {
            context.close(promise: nil)
        }
    }

    // MARK: Idle connections

    /// The timer is set once and moved when it fires, not with each request.
    private func setTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.checkIdle(context) }
    }

    private func checkIdle(_ context: ChannelHandlerContext) {
        timer = nil
        guard !isEnding else { return }
        guard streams == 0 else { return setTimer(context, in: idle) }
        let left = idleSince + idle - .now()
        if left > .zero { setTimer(context, in: left) } else { goAway(context) }
    }
}

/// Reports the streams of a connection to its handler.
private struct HTTP2StreamCounter: NIOHTTP2StreamDelegate {
    let handler: NIOLoopBound<HTTP2ConnectionHandler>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) { handler.value.streamDidOpen(id) }

    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { handler.value.streamDidClose() }
}
