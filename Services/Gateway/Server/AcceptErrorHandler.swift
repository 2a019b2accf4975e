import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Resumes accepting after a transient error: pauses while descriptors or memory are short, then continues.
///
/// NIO leaves the socket open after such an error. But the sequence of accepted connections would treat the error as
/// its end.
final class AcceptErrorHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// Transient errors (accept(2)).
    private static let transientErrors: Set<CInt> = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// The pause after an error: long enough that retries cost little, short enough for connections that wait in the
    /// kernel.
    private static let pause = TimeAmount.milliseconds(100)

    private let connections: HTTPConnections
    private let logger: Logger

    init(_ connections: HTTPConnections, _ logger: Logger) {
        (self.connections, self.logger) = (connections, logger)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, Self.transientErrors.contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        logger.error("a connection could not be accepted", metadata: ["error": "\(error)"])
        let (channel, connections) = (context.channel, connections)
        _ = channel.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: Self.pause) {
            // During shutdown, the server stops accepting.
            if !connections.isLeaving { _ = channel.setOption(.autoRead, value: true) }
        }
    }
}
