import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTP1
package import NIOPosix
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#endif

/// Serves HTTP on an address, or on an inherited listening socket.
///
/// Hummingbird's own server supports an address only. With an inherited socket, no connection is refused while one
/// process replaces another. New connections wait in the kernel, and the next response on an open connection asks its
/// client to reconnect.
package struct HTTPServer: Service {
    /// The address or socket to listen on.
    package enum BindTarget: Sendable {
        case address(host: String, port: Int)
        /// A descriptor that listens already.
        case inherited(Int32)
    }

    /// The length of the kernel's accept queue.
    private static let backlog: Int32 = 4_096
    /// The largest read in bytes.
    ///
    /// Each connection may have one such buffer waiting.
    private static let receiveMax = 16 << 10
    /// Reads of a connection in one turn of its event loop.
    ///
    /// NIO keeps as many buffers for a connection, until it closes: with its default of four, 64 KiB for each client
    /// that stops in a body, and half of that after a large head. A task also takes what was read before the next turn.
    private static let readsPerTurn: UInt = 1
    /// Bytes of responses that may wait beyond the socket's buffer before the client counts as slow.
    private static let unwrittenMax = 32 << 10

    private let target: BindTarget
    private let group: MultiThreadedEventLoopGroup
    private let logger: Logger
    private let capacity: ConnectionCapacity
    private let connections = HTTPConnections()
    private let plain: PinnedConnections
    /// Serves connections instead of ``plain`` if the port speaks HTTPS.
    private let secure: SecureConnections?
    private let prepare: @Sendable () async -> Void

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - responder: Answers requests.
    ///   - target: The address or socket to listen on.
    ///   - group: The event loops that read and write connections.
    ///   - logger: Logs errors.
    ///   - timeouts: The timeouts of a connection.
    ///   - limiter: Limits the connections of each address.
    ///   - unread: Limits the memory of unread responses.
    ///   - capacity: How many connections are accepted.
    ///   - security: The certificate, for a port that speaks HTTPS; nil for plain HTTP.
    ///   - prepare: Awaited before accepting on an inherited socket, where new connections can wait.
    package init(
        _ responder: some HTTPResponder<BasicRequestContext>,
        at target: BindTarget,
        group: MultiThreadedEventLoopGroup,
        logger: Logger,
        timeouts: ConnectionTimeouts = ConnectionTimeouts(),
        limiter: ConnectionLimiter = ConnectionLimiter(),
        unread: UnreadResponses = UnreadResponses(),
        capacity: ConnectionCapacity = ConnectionCapacity(),
        security: ConnectionSecurity? = nil,
        prepare: @escaping @Sendable () async -> Void = {}
    ) {
        self.target = target
        self.group = group
        self.logger = logger
        self.capacity = capacity
        self.prepare = prepare
        let answer = Self.makeAnswer(responder, connections, security?.strictTransport, logger)
        let plain = PinnedConnections(
            responder: Self.makeResponder(answer),
            timeouts: timeouts,
            limiter: limiter,
            unread: unread
        )
        self.plain = plain
        secure = security.map { security in
            SecureConnections(
                http1: plain,
                answer: answer,
                timeouts: timeouts,
                limiter: limiter,
                unread: unread,
                security: security
            )
        }
    }

    /// The port on which the server accepts connections; nil while it does not.
    package var port: Int? { connections.port }

    /// Serves until graceful shutdown.
    ///
    /// - Throws: An error that prevents listening, or that stops accepting permanently. Another process must then take
    ///   over.
    package func run() async throws {
        if case .inherited = target { await prepare() }
        let server = try await listen()
        connections.didListen(on: server.channel.localAddress?.port ?? 0)
        let (connections, logger, target) = (connections, logger, target)
        let failure = await withGracefulShutdownHandler {
            await withDiscardingTaskGroup(returning: (any Error)?.self) { tasks in
                let ending: any Error
                do {
                    try await server.executeThenClose { inbound in
                        for try await connection in inbound {
                            tasks.addTask { await serve(connection) }
                        }
                    }
                    ending = ListenerClosed()
                } catch {
                    ending = error
                }
                guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
                logger.critical("no more connections can be accepted", metadata: ["error": "\(ending)"])
                // Event streams do not end by themselves, and would keep this process from exiting.
                await connections.end(server.channel, isReplaced: false)
                tasks.cancelAll()
                return ending
            }
        } onGracefulShutdown: {
            Task { await connections.end(server.channel, isReplaced: target.isInherited) }
        }
        if let failure { throw failure }
    }

    private func serve(_ connection: AcceptedConnection) async {
        switch connection {
        case .plain(let value): await plain.handle(value: value, logger: logger)
        case .secure(let channel, let negotiated): await secure?.handle(channel, negotiated, logger: logger)
        }
    }

    private func listen() async throws -> NIOAsyncChannel<AcceptedConnection, Never> {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer { [connections, capacity, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptHandler(connections, capacity, logger))
                }
            }
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.maxMessagesPerRead, value: UInt(capacity.atOnce))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: Self.readsPerTurn)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: Self.unwrittenMax / 4, high: Self.unwrittenMax)
            )
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2_048, maximum: Self.receiveMax)
            )
        let (connections, plain, secure, logger) = (connections, plain, secure, logger)
        let setUp = { @Sendable (channel: any Channel) -> EventLoopFuture<AcceptedConnection> in
            let accepted =
                secure?.setup(channel: channel, logger: logger)
                ?? plain.setup(channel: channel, logger: logger).map { .plain($0) }
            return accepted.map { value in
                connections.add(channel)
                return value
            }
        }
        // Accepted connections that have no task yet.
        let waiting = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
            lowWatermark: capacity.atOnce / 2,
            highWatermark: capacity.atOnce
        )
        switch target {
        case .address(let host, let port):
            return try await bootstrap.bind(
                host: host,
                port: port,
                serverBackPressureStrategy: waiting,
                childChannelInitializer: setUp
            )
        case .inherited(let descriptor):
            let server = try await bootstrap.bind(
                descriptor,
                serverBackPressureStrategy: waiting,
                childChannelInitializer: setUp
            )
            // NIO has shortened the accept queue to its own default; this restores it.
            _ = Glibc.listen(descriptor, Self.backlog)
            return server
        }
    }

    /// Returns the closure that responds to requests, adds the common headers and handles unfinished bodies.
    private static func makeAnswer(
        _ responder: some HTTPResponder<BasicRequestContext>,
        _ connections: HTTPConnections,
        _ strictTransport: String?,
        _ logger: Logger
    ) -> RequestAnswer {
        let date = DateHeader()
        return { request, channel in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            var response = try await responder.respond(to: request, context: BasicRequestContext(source: source))
            let connection = CallerConnection.current
            connection?.releaseBody()
            response.headers[.date] = date.text
            response.headers[.server] = "Mealwire"
            // Clients must not guess another type than the declared one.
            response.headers[.xContentTypeOptions] = "nosniff"
            // Responses may be cached only if their route sets the header.
            if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
            if let strictTransport { response.headers[.strictTransportSecurity] = strictTransport }
            if connections.isLeaving { response.headers[.connection] = "close" }
            // An app with an expired token must read the 401 to renew it. So the rest of its body is read and dropped.
            if response.status.code >= 400, response.status != .unauthorized, let body = connection?.body,
                body.isUnderWay
            {
                // The rest of a refused body is not read.
                response.headers[.connection] = "close"
                body.endWithAnswer()
            }
            return response
        }
    }

    /// Returns the responder of HTTP/1.1 connections.
    private static func makeResponder(_ answer: @escaping RequestAnswer) -> HTTPChannelHandler.Responder {
        { (request, writer: consuming ResponseWriter, channel) in
            let response = try await answer(request, channel)
            do {
                try await writer.write(response: response.head, body: response.body)
            } catch is HTTPParserError {
                // Hummingbird would answer an HTTPParserError, in the middle of the response that has begun.
                throw InterruptedResponse()
            }
        }
    }

    /// The rest of the request body could not be read while the response was being written.
    private struct InterruptedResponse: Error {}

    /// The listening socket was closed, but not by this server.
    private struct ListenerClosed: Error {}
}

extension HTTPServer.BindTarget {
    var isInherited: Bool { if case .inherited = self { true } else { false } }
}
