package import HummingbirdCore
package import Logging
package import NIOCore
import Synchronization

/// HTTP/1.1 connections whose tasks run on the event loops of their channels, and are cancelled when the caller hangs
/// up: nobody works on for somebody who has gone.
package struct PinnedConnections: ServerChildChannel {
    private let base: HTTP1Channel
    private let patience: ConnectionPatience

    /// - Parameters:
    ///   - responder: Answers requests.
    ///   - patience: How long a connection may ask for nothing.
    package init(
        responder: @escaping HTTPChannelHandler.Responder,
        patience: ConnectionPatience = ConnectionPatience()
    ) {
        self.patience = patience
        base = HTTP1Channel(
            responder: responder,
            // Its timer is set once and moved when it fires, not with each request.
            configuration: .init(additionalChannelHandlers: [HangUpWatch()], idleTimeout: patience.idle)
        )
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [head = patience.head] value in
            try HeadWatch.add(to: channel, patience: head)
            return value
        }
    }

    @concurrent
    package func handle(value: HTTP1Channel.Value, logger: Logger) async {
        let task = Task(executorPreference: EventLoopExecutor(value.channel.eventLoop)) {
            // One value for all that is to be known: two of them, one within the other, make Swift 6.3 crash here.
            await CallerConnection.$current.withValue(CallerConnection(value.channel)) {
                await base.handle(value: value, logger: logger)
            }
        }
        let watch = try? await value.channel.pipeline.handler(type: HangUpWatch.self).get()
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
