import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

/// A server with only the route of event streams; the `Authorization` header is the user's id.
struct LiveServer {
    let hub: LiveHub
    let port: Int
    let refused: Refused
    private let group: ServiceGroup

    /// Users that are no longer authenticated.
    final class Refused: Sendable {
        private let users = Mutex<Set<UserID>>([])

        func insert(_ user: UserID) { users.withLock { _ = $0.insert(user) } }
        func contains(_ user: UserID) -> Bool { users.withLock { $0.contains(user) } }
    }

    /// Runs the body beside a server, and then stops the server gracefully.
    static func run(_ limits: LiveLimits = LiveLimits(), _ body: (LiveServer) async throws -> Void) async throws {
        let (hub, refused) = (LiveHub(limits: limits), Refused())
        let route = route(hub, refused)
        let router = Router()
        router.get("/v1/events") { request, _ -> Response in
            do throws(ServiceError) {
                return try await route.respond(request)
            } catch {
                return Response(status: error.code.httpStatus)
            }
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger.silent
        let application = Application(
            router: router,
            server: HTTPServerBuilder { PinnedConnections(responder: $0) },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: logger
        )
        let group = ServiceGroup(
            // As in the gateway, the service added last stops first.
            configuration: .init(services: [.init(service: application), .init(service: hub)], logger: logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let server = LiveServer(
                hub: hub,
                port: await ports.first { _ in true } ?? 0,
                refused: refused,
                group: group
            )
            try await body(server)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func route(_ hub: LiveHub, _ refused: Refused) -> LiveRoute {
        @Sendable func user(_ request: Request) -> UserID? {
            request.headers[.authorization].flatMap { UserID($0) }.flatMap { refused.contains($0) ? nil : $0 }
        }
        return LiveRoute(
            hub: hub,
            identify: { request throws(ServiceError) in
                guard let user = user(request) else { throw ServiceError(.unauthenticated, "Sign in first.") }
                return user
            },
            mayHaveLostAccess: { user($0) == nil },
            ready: {}
        )
    }

    /// Connects without waiting for the response.
    func connect(
        _ user: UserID,
        after lastID: String? = nil,
        receiveBuffer: Int32? = nil
    ) throws -> LiveClient {
        var headers = ["Authorization": user.description, "Accept": "text/event-stream"]
        headers["Last-Event-ID"] = lastID
        return try LiveClient(port: port, headers: headers, receiveBuffer: receiveBuffer)
    }

    /// Connects and waits until the stream has begun.
    func listen(_ user: UserID, after lastID: String? = nil) async throws -> LiveClient {
        let client = try connect(user, after: lastID)
        try await eventually("the stream begins") {
            client.read()
            return !client.messages.isEmpty
        }
        return client
    }

    /// Begins a graceful shutdown, like a signal to a process.
    func beginStop() async { await group.triggerGracefulShutdown() }
}
