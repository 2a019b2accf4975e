import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps a server taking people in after it could not take somebody: while descriptors or memory are short, it rests, and goes on.
///
/// NIO leaves the socket open after such an error, but whoever reads connections from it would take the error for the end.
final class AcceptErrors: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// What passes by itself (accept(2)).
    private static let passing: Set<CInt> = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// Long enough that trying again costs nothing, and short enough that nobody who waits in the kernel notices.
    private static let rest = TimeAmount.milliseconds(100)

    private let connections: HTTPConnections
    private let logger: Logger

    init(_ connections: HTTPConnections, _ logger: Logger) {
        (self.connections, self.logger) = (connections, logger)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, Self.passing.contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        logger.error("a connection could not be taken in", metadata: ["error": "\(error)"])
        let (channel, connections) = (context.channel, connections)
        _ = channel.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.rest) {
            // Who is about to stop takes nobody in any more.
            if !connections.isLeaving { _ = channel.setOption(.autoRead, value: true) }
        }
    }
}
