import NIOCore

/// Closes a connection if its client does not read a response.
///
/// While the socket accepts writes, as it usually does, no timer is set and nothing is measured. It stands first in a
/// pipeline: so a connection with TLS is closed at once, without an exchange with the client.
final class UnreadResponseHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Closes the connection and drops unwritten bytes.
    private struct CloseEvent: Sendable {}

    private let unread: UnreadResponses
    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?
    private var progress = ReadProgress(unwritten: 0)

    init(_ unread: UnreadResponses, _ timeout: TimeAmount) {
        (self.unread, self.timeout) = (unread, timeout)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { stop(context) } else { start(context) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is CloseEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop(context) }

    private func start(_ context: ChannelHandlerContext) {
        let channel = context.channel
        let unwrittenBytes = Self.unwritten(channel)
        progress = ReadProgress(unwritten: unwrittenBytes)
        let client = context.remoteAddress?.ipAddress.flatMap(ClientAddress.network) ?? ""
        unread.add(ObjectIdentifier(channel), unwrittenBytes, of: client) {
            channel.pipeline.fireUserInboundEventTriggered(CloseEvent())
        }
        setTimer(context)
    }

    private func stop(_ context: ChannelHandlerContext) {
        unread.remove(ObjectIdentifier(context.channel))
        timer?.cancel()
        timer = nil
    }

    private func setTimer(_ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { self.checkProgress(context) }
    }

    private func checkProgress(_ context: ChannelHandlerContext) {
        timer = nil
        guard !context.channel.isWritable else { return }
        guard progress.isSufficient(unwritten: Self.unwritten(context.channel)) else {
            return context.close(promise: nil)
        }
        setTimer(context)
    }

    private static func unwritten(_ channel: any Channel) -> Int {
        // A channel that has closed has no unwritten bytes.
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}

/// How much of a response its client reads from one look to the next.
package struct ReadProgress {
    /// Unwritten bytes at the last look.
    private var unwritten: Int

    package init(unwritten: Int) { self.unwritten = unwritten }

    /// Returns whether the client has read enough since the last look (``ConnectionTimeouts/answerBytesMin``).
    package mutating func isSufficient(unwritten now: Int) -> Bool {
        defer { unwritten = now }
        return unwritten - now >= ConnectionTimeouts.answerBytesMin
    }
}
