import Glibc
package import HTTPServer
package import Hummingbird
import NIOPosix
import ServiceLifecycle
import TestSupport

/// Runs the body beside a server on a port of this host, and stops the server gracefully afterwards.
package func withServer(
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
package func withServer(
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
