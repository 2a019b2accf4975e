import Gateway
import Glibc
import Hummingbird
import HummingbirdCore
import NIOPosix
import ServiceLifecycle
import TestSupport

/// Runs the body beside a server of the gateway on a port of this host, and stops the server gracefully afterwards.
func withServer(
    _ router: Router<BasicRequestContext>,
    timeouts: ConnectionTimeouts = ConnectionTimeouts(),
    limiter: ConnectionLimiter = ConnectionLimiter(),
    unread: UnreadResponses = UnreadResponses(),
    security: ConnectionSecurity? = nil,
    _ body: (UInt16) async throws -> Void
) async throws {
    try await withServer(
        router.buildResponder(),
        timeouts: timeouts,
        limiter: limiter,
        unread: unread,
        security: security,
        body
    )
}

/// Runs the body beside a server with a responder.
func withServer(
    _ responder: some HTTPResponder<BasicRequestContext>,
    timeouts: ConnectionTimeouts = ConnectionTimeouts(),
    limiter: ConnectionLimiter = ConnectionLimiter(),
    unread: UnreadResponses = UnreadResponses(),
    security: ConnectionSecurity? = nil,
    _ body: (UInt16) async throws -> Void
) async throws {
    let (socket, port) = try PlainSocket.listen()
    defer { close(socket) }
    let server = HTTPServer(
        responder,
        at: .inherited(dup(socket)),
        group: .singleton,
        logger: .silent,
        timeouts: timeouts,
        limiter: limiter,
        unread: unread,
        security: security
    )
    let group = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: .silent))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        try await body(port)
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}

/// Runs the body beside an application on a port of this host, and cancels the application afterwards.
func withApplication(_ router: Router<BasicRequestContext>, _ body: (UInt16) async throws -> Void) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router,
        server: HTTPServerBuilder { PinnedConnections(responder: $0) },
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
        logger: .silent
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        try await body(UInt16(await ports.first { _ in true } ?? 0))
        group.cancelAll()
    }
}
