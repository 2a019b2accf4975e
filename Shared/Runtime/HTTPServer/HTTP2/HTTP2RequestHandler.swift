import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// Answers a request on a channel.
typealias RequestAnswer = @Sendable (Request, any Channel) async throws -> Response

/// What the requests of one connection share.
final class HTTP2Requests {
    let executor: EventLoopExecutor
    let connection: HTTP2ConnectionHandler
    let timeouts: ConnectionTimeouts
    let unread: UnreadResponses
    let answer: RequestAnswer

    init(
        _ executor: EventLoopExecutor,
        _ connection: HTTP2ConnectionHandler,
        _ timeouts: ConnectionTimeouts,
        _ unread: UnreadResponses,
        _ answer: @escaping RequestAnswer
    ) {
        (self.executor, self.connection, self.timeouts) = (executor, connection, timeouts)
        (self.unread, self.answer) = (unread, answer)
    }
}

/// Reads one request from its stream, responds to it in a task, and enforces the timeouts of its body and its response.
///
/// A request needs no timer and no sequence of body parts if its body arrives with its head, as most do.
final class HTTP2RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Reading {
        case head
        /// The head has arrived, and maybe parts of the body.
        case first(HTTPRequest, ByteBuffer)
        case body(BodyStream)
        case ended
    }

    private let requests: HTTP2Requests
    private let progress = BodyProgress()
    private var reading = Reading.head
    private var bodyBytes = 0
    private var begun = NIODeadline.now()
    private var task: Task<Void, Never>?
    /// True if the reader of the body is slower than the client.
    private var isPaused = false
    private var hasRead = false
    private var bodyTimer: Scheduled<Void>?
    private var writing: HTTP2ResponseProgress?
    private var isAnswering = false
    private var hasAnswered = false
    /// True if this handler has answered instead of the task.
    private var isRefused = false
    private var context: ChannelHandlerContext?

    init(_ requests: HTTP2Requests) { self.requests = requests }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), reading) {
        case (.head(let head), .head):
            guard head.headerFields.count <= ServerLimit.headFields.value else {
                return refuse(context, HTTPResponse(status: .requestHeaderFieldsTooLarge), [])
            }
            progress.hasBegun()
            reading = .first(head, ByteBuffer())
        case (.body(var bytes), .first(let head, var received)):
            bodyBytes += bytes.readableBytes
            if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
            reading = .first(head, received)
        case (.body(let bytes), .body(let stream)):
            bodyBytes += bytes.readableBytes
            isPaused = !stream.yield(bytes)
        case (.end, .first(let head, let received)):
            reading = .ended
            progress.hasEnded()
            start(context, Request(head: head, body: RequestBody(buffer: received)))
        case (.end, .body(let stream)):
            endBody()
            progress.hasEnded()
            stream.finish()
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        guard case .first(let head, let received) = reading else { return }
        guard requests.connection.admitBody() else {
            reading = .ended
            isRefused = true
            return reset(context, .refusedStream)
        }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let stream = BodyStream(context.eventLoop) { bound.value.resume() }
        reading = .body(stream)
        if received.readableBytes > 0 { isPaused = !stream.yield(received) }
        begun = .now()
        setBodyTimer(context, in: requests.timeouts.body)
        start(context, Request(head: head, body: stream.body))
    }

    /// Reads only while the body's reader keeps up: then the client's window does not grow.
    func read(context: ChannelHandlerContext) {
        if isPaused { hasRead = true } else { context.read() }
    }

    private func resume() {
        isPaused = false
        guard hasRead, let context else { return }
        hasRead = false
        context.read()
    }

    private func start(_ context: ChannelHandlerContext, _ request: Request) {
        let (requests, channel) = (requests, context.channel)
        let (answer, connection) = (requests.answer, NIOLoopBound(requests.connection, eventLoop: context.eventLoop))
        let caller = CallerConnection(channel, body: progress, isEncrypted: true)
        requests.connection.taskDidBegin()
        task = Task(executorPreference: requests.executor) {
            await CallerConnection.$current.withValue(caller) {
                do {
                    let response = try await answer(request, channel)
                    try await HTTP2ResponseWriter.write(response, to: request.method, channel)
                } catch {
                    // The client has reset the stream, or a route failed in the middle of its response.
                    channel.close(promise: nil)
                }
            }
            if channel.eventLoop.inEventLoop {
                connection.value.taskDidEnd()
            } else {
                channel.eventLoop.execute { connection.value.taskDidEnd() }
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client has violated HTTP in this stream, or has reset it.
        end()
        context.close(promise: nil)
    }

    /// Stops the task: the client has abandoned the request, or the response is written.
    private func end() {
        task?.cancel()
        task = nil
        if case .body(let stream) = reading {
            endBody()
            stream.fail(CancellationError())
        }
        writing?.stop()
        writing = nil
    }

    private func endBody() {
        guard case .body = reading else { return }
        reading = .ended
        requests.connection.bodyDidEnd()
        bodyTimer?.cancel()
        bodyTimer = nil
    }

    // MARK: Slow bodies

    private func setBodyTimer(_ context: ChannelHandlerContext, in time: TimeAmount) {
        bodyTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.checkBody(context) }
    }

    private func checkBody(_ context: ChannelHandlerContext) {
        bodyTimer = nil
        guard case .body = reading else { return }
        let timeouts = requests.timeouts
        let granted = timeouts.body + .seconds(Int64(bodyBytes / timeouts.bodyBytesPerSecond))
        let left = begun + granted - .now()
        if left > .zero { return setBodyTimer(context, in: left) }
        // While the route does not read, the client is not at fault.
        if isPaused { return setBodyTimer(context, in: timeouts.body) }
        refuse(context, .bodyTooSlow)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A body that is complete by now is being answered, so it is not evicted.
        if case .bodyEvicted? = event as? RequestRefusal {
            if case .body = reading { refuse(context, .bodyEvicted) }
            return
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func refuse(_ context: ChannelHandlerContext, _ refusal: RequestRefusal) {
        let (head, body) = refusal.response
        refuse(context, head, body)
    }

    /// Ends the request; first sends an error response unless a response has begun.
    private func refuse(_ context: ChannelHandlerContext, _ head: HTTPResponse, _ body: [UInt8]) {
        isRefused = true
        if !isAnswering {
            var head = head
            head.headerFields[.xContentTypeOptions] = "nosniff"
            head.headerFields[.contentLength] = "\(body.count)"
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if !body.isEmpty { context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        end()
        reading = .ended
        if isAnswering { return reset(context, .cancel) }
        // The response is flushed at the end of the current read; a reset before would drop it.
        context.eventLoop.assumeIsolated().execute {
            if context.channel.isActive { self.reset(context, .noError) }
        }
    }

    /// Resets the stream; NO_ERROR after a complete response asks the client to send no more of its body.
    private func reset(_ context: ChannelHandlerContext, _ code: NIOHTTP2.HTTP2ErrorCode) {
        reading = .ended
        context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: code), promise: nil)
    }

    // MARK: Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(CancellationError())
            return
        }
        switch unwrapOutboundIn(data) {
        case .head:
            isAnswering = true
            context.write(data, promise: promise)
        case .body(let bytes):
            let promise = promise ?? context.eventLoop.makePromise()
            responseProgress(context).add(bytes.readableBytes, until: promise.futureResult)
            context.write(data, promise: promise)
        case .end:
            hasAnswered = true
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        writing?.watch()
        endUnreadBody(context)
    }

    /// Asks the client to send no more of a body that no route reads, as soon as it has the response.
    private func endUnreadBody(_ context: ChannelHandlerContext) {
        guard hasAnswered, !isRefused, case .body(let stream) = reading, writing?.isComplete ?? true else { return }
        isRefused = true
        endBody()
        stream.finish()
        reset(context, .noError)
    }

    private func responseProgress(_ context: ChannelHandlerContext) -> HTTP2ResponseProgress {
        if let writing { return writing }
        let new = HTTP2ResponseProgress(context.channel, requests.unread, requests.timeouts.answer) { [weak self] in
            guard let self, let context = self.context else { return }
            endUnreadBody(context)
        }
        writing = new
        return new
    }
}
