package import HummingbirdCore
package import Logging
package import NIOCore
import Synchronization

/// HTTP/1.1 connections whose tasks run on the event loops of their channels, and are cancelled when the caller hangs
/// up: nobody works on for somebody who has gone.
package struct PinnedConnections: ServerChildChannel {
    private let base: HTTP1Channel
    /// Bytes of a request's head, and of one of its fields.
    ///
    /// As much as other servers take, with room for two tokens. Each connection may have a head in memory.
    private static let headBytesMax = 16 << 10
    private static let fieldsMax = 100

    private let patience: ConnectionPatience
    private let shares: ConnectionShares
    private let unread: UnreadAnswers

    /// - Parameters:
    ///   - responder: Answers requests.
    ///   - patience: How long a connection may ask for nothing.
    ///   - shares: How many connections an address may have.
    ///   - unread: The memory of answers that are not read.
    package init(
        responder: @escaping HTTPChannelHandler.Responder,
        patience: ConnectionPatience = ConnectionPatience(),
        shares: ConnectionShares = ConnectionShares(),
        unread: UnreadAnswers = UnreadAnswers()
    ) {
        (self.patience, self.shares, self.unread) = (patience, shares, unread)
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [HangUpWatch()],
                // Its timer is set once and moved when it fires, not with each request.
                idleTimeout: patience.idle,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.headBytesMax,
                    maxHeaderListSize: Self.headBytesMax,
                    maxHeaderFieldCount: Self.fieldsMax
                )
            )
        )
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [patience, shares, unread] value in
            let body = try channel.pipeline.syncOperations.handler(type: HangUpWatch.self).body
            try HeadWatch.add(to: channel, patience: patience, shares: shares, unread: unread, body: body)
            return value
        }
    }

    @concurrent
    package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        // Gone where the connection has ended already.
        let watch = try? await value.channel.pipeline.handler(type: HangUpWatch.self).get()
        let connection = CallerConnection(value.channel, body: watch?.body ?? BodyProgress())
        let task = Task(executorPreference: EventLoopExecutor(value.channel.eventLoop)) {
            // One value for all that is to be known: two of them, one within the other, make Swift 6.3 crash here.
            await CallerConnection.$current.withValue(connection) {
                await base.handle(value: value, logger: logger)
            }
        }
        watch?.whenHungUp { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// Notices that the other side of a connection has said its last word.
///
/// Requests on a connection come one after the other, so whoever closes has given up the one under way. A caller who closes
/// only its own direction and still wants the answer is treated the same, as reverse proxies do.
private final class HangUpWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    /// A structure rather than a tuple, in which the function would be wrapped once more each time.
    private struct State {
        var isHungUp = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// How far the body of the present request has come.
    let body = BodyProgress()

    /// Does something when the other side has hung up, or now if it has.
    func whenHungUp(_ action: @escaping @Sendable () -> Void) {
        let isHungUp = state.withLock { state in
            state.action = action
            return state.isHungUp
        }
        if isHungUp { action() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        if case .inputClosed? = event as? ChannelEvent { hangUp() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        hangUp()
    }

    private func hangUp() {
        let action = state.withLock { state in
            state.isHungUp = true
            return state.action
        }
        action?()
    }
}
