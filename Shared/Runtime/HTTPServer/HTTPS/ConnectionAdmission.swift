import NIOCore

/// Closes a TLS connection if its address has too many, or if its handshake takes too long.
///
/// It stands before the TLS handler: a refused connection costs no handshake, and is closed without a reason, because a
/// reason would have to be encrypted.
final class ConnectionAdmission: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let limiter: ConnectionLimiter
    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?
    private var hasNegotiated = false

    init(_ limiter: ConnectionLimiter, handshakeWithin timeout: TimeAmount) {
        (self.limiter, self.timeout) = (limiter, timeout)
    }

    /// Registers the end of the handshake.
    func didNegotiate() {
        hasNegotiated = true
        timer?.cancel()
        timer = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        let (peer, limiter) = (context.remoteAddress?.ipAddress, limiter)
        guard limiter.admit(peer) else { return context.close(promise: nil) }
        context.channel.closeFuture.whenComplete { _ in limiter.leave(peer) }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A connection without a request has nothing to finish.
        if event is ChannelShouldQuiesceEvent, !hasNegotiated { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }
}
