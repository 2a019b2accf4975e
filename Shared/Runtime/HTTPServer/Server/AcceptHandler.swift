import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Pauses accepting at the capacity of the server, and after a transient error while descriptors or memory are short.
///
/// Connections then wait in the kernel. NIO leaves the socket open after such an error. But the sequence of accepted
/// connections would treat the error as its end.
final class AcceptHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// Transient errors (accept(2)).
    private static let transientErrors: Set<CInt> = [ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// The pause after an error: long enough that retries cost little, short enough for connections that wait in the
    /// kernel.
    private static let pause = TimeAmount.milliseconds(100)

    private let connections: HTTPConnections
    private let capacity: ConnectionCapacity
    private let logger: Logger
    private var open = 0

    init(_ connections: HTTPConnections, _ capacity: ConnectionCapacity, _ logger: Logger) {
        (self.connections, self.capacity, self.logger) = (connections, capacity, logger)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let (server, handler) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
        if open == capacity.total {
            logger.warning("no more connections are accepted until others end", metadata: ["open": "\(open)"])
            _ = server.setOption(.autoRead, value: false)
        }
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            handler.value.connectionDidClose(server)
        }
        context.fireChannelRead(data)
    }

    private func connectionDidClose(_ server: any Channel) {
        open -= 1
        if open == capacity.total - 1 { resume(server) }
    }

    private func resume(_ server: any Channel) {
        // During shutdown, the server stops accepting.
        if !connections.isLeaving, open < capacity.total { _ = server.setOption(.autoRead, value: true) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, Self.transientErrors.contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        logger.error("a connection could not be accepted", metadata: ["error": "\(error)"])
        let (server, handler) = (context.channel, NIOLoopBound(self, eventLoop: context.eventLoop))
        _ = server.setOption(.autoRead, value: false)
        context.eventLoop.scheduleTask(in: Self.pause) { handler.value.resume(server) }
    }
}
