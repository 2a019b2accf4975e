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

/// Serves HTTP on an address, or on a socket that whoever started the process has opened before.
///
/// Hummingbird's own server does the former alone. With an opened socket nobody is refused while one process gives way to the
/// next: who connects meanwhile waits in the kernel, and who is connected is told with the next answer to connect again.
package struct HTTPServer: Service {
    /// Where to listen.
    package enum Place: Sendable {
        case address(host: String, port: Int)
        /// A descriptor that listens already.
        case inherited(Int32)
    }

    /// Connections that may wait in the kernel.
    private static let backlog: Int32 = 4_096
    /// Connections that are taken in at each turn of the event loop.
    ///
    /// By NIO's four a turn, the last of a thousand that come at once wait for seconds while the first keep the loop busy.
    private static let acceptedAtOnceMax = 256
    /// Bytes that are read at once: some may wait for each connection.
    private static let receiveMax = 16 << 10
    /// Bytes of answers that a connection may have beyond what the socket takes, before its client counts as slow.
    private static let unwrittenMax = 32 << 10

    private let place: Place
    private let group: MultiThreadedEventLoopGroup
    private let logger: Logger
    private let connections = HTTPConnections()
    private let handler: PinnedConnections
    private let prepare: @Sendable () async -> Void

    /// - Parameters:
    ///   - responder: Answers requests.
    ///   - place: Where to listen.
    ///   - group: Where connections are read and written.
    ///   - logger: Hears of what goes wrong.
    ///   - patience: How long a connection may ask for nothing.
    ///   - shares: How many connections an address may have.
    ///   - unread: The memory of answers that are not read.
    ///   - prepare: What is waited for before anybody is taken in on an inherited socket, where they can wait.
    package init(
        _ responder: some HTTPResponder<BasicRequestContext>,
        at place: Place,
        group: MultiThreadedEventLoopGroup,
        logger: Logger,
        patience: ConnectionPatience = ConnectionPatience(),
        shares: ConnectionShares = ConnectionShares(),
        unread: UnreadAnswers = UnreadAnswers(),
        prepare: @escaping @Sendable () async -> Void = {}
    ) {
        self.place = place
        self.group = group
        self.logger = logger
        self.prepare = prepare
        handler = PinnedConnections(
            responder: Self.answer(responder, connections, logger),
            patience: patience,
            shares: shares,
            unread: unread
        )
    }

    /// Where others can connect; nil while they cannot.
    package var port: Int? { connections.port }

    /// Serves until it is told to stop.
    ///
    /// - Throws: What keeps it from listening, or from taking anybody in for good; another process then has to.
    package func run() async throws {
        if case .inherited = place { await prepare() }
        let server = try await listen()
        connections.noteListening(on: server.channel.localAddress?.port ?? 0)
        let (connections, handler, logger, place) = (connections, handler, logger, place)
        let failure = await withGracefulShutdownHandler {
            await withDiscardingTaskGroup(returning: (any Error)?.self) { tasks in
                let ending: any Error
                do {
                    try await server.executeThenClose { inbound in
                        for try await connection in inbound {
                            tasks.addTask { await handler.handle(value: connection, logger: logger) }
                        }
                    }
                    ending = NothingListens()
                } catch {
                    ending = error
                }
                guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
                logger.critical("no more connections can be taken in", metadata: ["error": "\(ending)"])
                // Streams have no end of their own, and would keep this process from giving way.
                await connections.end(server.channel, isReplaced: false)
                tasks.cancelAll()
                return ending
            }
        } onGracefulShutdown: {
            Task { await connections.end(server.channel, isReplaced: place.isInherited) }
        }
        if let failure { throw failure }
    }

    private func listen() async throws -> NIOAsyncChannel<PinnedConnections.Value, Never> {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer { [connections, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptErrors(connections, logger))
                }
            }
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.maxMessagesPerRead, value: UInt(Self.acceptedAtOnceMax))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: Self.unwrittenMax / 4, high: Self.unwrittenMax)
            )
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2_048, maximum: Self.receiveMax)
            )
        let (connections, handler, logger) = (connections, handler, logger)
        let setUp = { @Sendable (channel: any Channel) in
            handler.setup(channel: channel, logger: logger).map { value in
                connections.add(channel)
                return value
            }
        }
        // Connections that are accepted and have no task yet.
        let waiting = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
            lowWatermark: Self.acceptedAtOnceMax / 2,
            highWatermark: Self.acceptedAtOnceMax
        )
        switch place {
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
            // NIO has made the queue as short as it makes those of its own.
            _ = Glibc.listen(descriptor, Self.backlog)
            return server
        }
    }

    /// What a connection's requests are answered with.
    private static func answer(
        _ responder: some HTTPResponder<BasicRequestContext>,
        _ connections: HTTPConnections,
        _ logger: Logger
    ) -> HTTPChannelHandler.Responder {
        let date = DateHeader()
        return { (request, writer: consuming ResponseWriter, channel) in
            let source = ApplicationRequestContextSource(channel: channel, logger: logger)
            var response = try await responder.respond(to: request, context: BasicRequestContext(source: source))
            let connection = CallerConnection.current
            connection?.forgetBody()
            response.headers[.date] = date.text
            response.headers[.server] = "Mealwire"
            // No answer is ever anything but what its type says.
            response.headers[.xContentTypeOptions] = "nosniff"
            // What may be stored says so itself.
            if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
            if connections.isLeaving { response.headers[.connection] = "close" }
            // An app whose token has expired must read the 401 to renew it, so the rest of its body is read and dropped.
            if response.status.code >= 400, response.status != .unauthorized, let body = connection?.body,
                body.isUnderWay
            {
                // The rest of a body that was refused is not worth reading.
                response.headers[.connection] = "close"
                body.endWithAnswer()
            }
            do {
                try await writer.write(response: response.head, body: response.body)
            } catch is HTTPParserError {
                // Under its own name it would be answered, in the middle of the answer that has begun.
                throw BrokenAnswer()
            }
        }
    }

    /// The rest of a request could not be read while it was being answered.
    private struct BrokenAnswer: Error {}

    /// The listening socket was closed, and not by this server.
    private struct NothingListens: Error {}
}

extension HTTPServer.Place {
    var isInherited: Bool { if case .inherited = self { true } else { false } }
}
