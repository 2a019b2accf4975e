import Contracts
package import HummingbirdCore
package import Logging
package import NIOCore
import Synchronization

/// HTTP/1.1 connections with tasks that run on their channel's event loop.
///
/// The task of a connection is cancelled when the client disconnects.
package struct PinnedConnections: ServerChildChannel {
    private let base: HTTP1Channel
    /// The maximum size in bytes of a request's head, and of one field.
    ///
    /// Other servers allow as much; it is enough for two tokens. Each connection may hold a head in memory.
    private static let headBytesMax = ServerLimit.headBytes.value
    private static let fieldsMax = ServerLimit.headFields.value

    private let timeouts: ConnectionTimeouts
    private let limiter: ConnectionLimiter
    private let unread: UnreadResponses

    /// Makes a child channel for the server.
    ///
    /// - Parameters:
    ///   - responder: Answers requests.
    ///   - timeouts: The timeouts of a connection.
    ///   - limiter: Limits the connections of each address.
    ///   - unread: Limits the memory of unread responses.
    package init(
        responder: @escaping HTTPChannelHandler.Responder,
        timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        limiter: ConnectionLimiter = ConnectionLimiter(),
        unread: UnreadResponses = UnreadResponses()
    ) {
        (self.timeouts, self.limiter, self.unread) = (timeouts, limiter, unread)
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [DisconnectHandler()],
                // NIO sets this timer once and moves it when it fires, not with each request.
                idleTimeout: timeouts.idle,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.headBytesMax,
                    maxHeaderListSize: Self.headBytesMax,
                    maxHeaderFieldCount: Self.fieldsMax
                )
            )
        )
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        setup(channel: channel, logger: logger, after: nil)
    }

    /// Sets up a channel, on its event loop.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - logger: Logs errors.
    ///   - last: The last handler of TLS, after which the handlers of HTTP follow; nil for plain HTTP.
    /// - Returns: The channel as a sequence of requests.
    func setup(
        channel: any Channel,
        logger: Logger,
        after last: (any ChannelHandler)?
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        let last = NIOLoopBound(last, eventLoop: channel.eventLoop)
        return base.setup(channel: channel, logger: logger).flatMapThrowing { [timeouts, limiter, unread] value in
            let body = try channel.pipeline.syncOperations.handler(type: DisconnectHandler.self).body
            try RequestTimeoutHandler.add(
                to: channel,
                at: last.value.map { .after($0) } ?? .first,
                timeouts: timeouts,
                limiter: limiter,
                unread: unread,
                body: body
            )
            return value
        }
    }

    @concurrent
    package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await handle(value: value, logger: logger, isEncrypted: false)
    }

    @concurrent
    func handle(value: HTTP1Channel.Value, logger: Logger, isEncrypted: Bool) async {
        // The handler is missing if the connection has closed already.
        let handler = try? await value.channel.pipeline.handler(type: DisconnectHandler.self).get()
        let connection = CallerConnection(
            value.channel,
            body: handler?.body ?? BodyProgress(),
            isEncrypted: isEncrypted
        )
        let task = Task(executorPreference: EventLoopExecutor(value.channel.eventLoop)) {
            // A single task-local value: two nested ones make Swift 6.3 crash here.
            await CallerConnection.$current.withValue(connection) {
                await base.handle(value: value, logger: logger)
            }
        }
        handler?.onDisconnect { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// Detects that the client has closed its side of a connection.
///
/// Requests on a connection come one after the other, so a client that closes has abandoned the current one. A client
/// that closes only its sending direction is treated the same, as reverse proxies do.
private final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    /// A struct instead of a tuple, because a tuple would wrap the function once more on each access.
    private struct State {
        var isDisconnected = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// The progress of the current request's body.
    let body = BodyProgress()

    /// Runs an action when the client disconnects, or at once if it already has.
    func onDisconnect(_ action: @escaping @Sendable () -> Void) {
        let isDisconnected = state.withLock { state in
            state.action = action
            return state.isDisconnected
        }
        if isDisconnected { action() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if case .inputClosed? = event as? ChannelEvent { disconnect() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        disconnect()
    }

    private func disconnect() {
        let action = state.withLock { state in
            state.isDisconnected = true
            return state.action
        }
        action?()
    }
}
