package import Contracts
import HTTPTypes
package import Hummingbird
import NIOCore

/// Hints about what has changed, as long as the client stays: one's own day, target, profile and cart.
package struct LiveRoute: Sendable {
    static let path = "/v1/events"
    /// Hints tell when something was eaten, and nothing more of it.
    static let scope = Scope.diaryRead

    private static let mediaTypes: Set<String> = ["text/event-stream", "text/*", "*/*"]

    private let hub: LiveHub
    private let identify: @Sendable (Request) async throws(ServiceError) -> UserID
    private let isDoubtful: @Sendable (Request) -> Bool
    private let ready: @Sendable () async -> Void

    /// Makes the route.
    ///
    /// - Parameters:
    ///   - hub: Where those are who listen.
    ///   - identify: Says who calls; asked again before each write.
    ///   - isDoubtful: Whether the answer of `identify` may be another one by now; asked about once a second.
    ///   - ready: Waits until what has changed by now is known.
    package init(
        hub: LiveHub,
        identify: @escaping @Sendable (Request) async throws(ServiceError) -> UserID,
        isDoubtful: @escaping @Sendable (Request) -> Bool,
        ready: @escaping @Sendable () async -> Void
    ) {
        self.hub = hub
        self.identify = identify
        self.isDoubtful = isDoubtful
        self.ready = ready
    }

    init(hub: LiveHub, feeds: [LiveFeed], tokens: TokenVerifier) {
        self.init(
            hub: hub,
            identify: { request throws(ServiceError) in
                try await tokens.principal(of: request, for: Self.scope).user
            },
            isDoubtful: { tokens.isDoubtful($0) },
            ready: {
                await withDiscardingTaskGroup { group in
                    for feed in feeds { group.addTask { await feed.ready() } }
                }
            }
        )
    }

    func add(to table: inout RouteTable) {
        table.handle(.get, Self.path, access: .user, scope: Self.scope) { request, _ in try await respond(request) }
    }

    /// Begins a stream.
    ///
    /// - Parameter request: Who wants to listen, and from where.
    /// - Returns: An answer that ends when the right to it does, when the gateway stops, or when it is not read.
    /// - Throws: What `identify` throws, `unsupportedMediaType` where a stream of events is not accepted, and what
    ///   ``LiveHub/listener(for:isDoubtful:end:)`` throws.
    package func respond(_ request: Request) async throws(ServiceError) -> Response {
        // Without the body, which would keep more than is needed for as long as somebody listens.
        let caller = Request(head: request.head, body: RequestBody(buffer: ByteBuffer()))
        let user = try await identify(caller)
        guard Self.accepts(request.headers[.accept]) else {
            throw ServiceError(.unsupportedMediaType, "This answers text/event-stream alone; accept that.")
        }
        let (isDoubtful, connection) = (isDoubtful, CallerConnection.current)
        let listener = try hub.listener(
            for: user,
            isDoubtful: { isDoubtful(caller) },
            end: { connection?.end() }
        )
        await ready()
        let place = hub.join(listener, after: request.headers[.lastEventID])
        let body = ResponseBody { writer in
            // Not only when the answer is released: a connection that lives on takes no place.
            defer { hub.leave(listener.number) }
            try await stream(to: listener, caller, from: place, &writer)
        }
        return Response(status: .ok, headers: Self.headers, body: body)
    }

    @concurrent
    private func stream(
        to listener: LiveListener,
        _ caller: Request,
        from place: String?,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        try await write(ServerSentEvents.hello(place), to: listener, &writer)
        for await _ in listener.wakes {
            let turn = hub.turn(of: listener)
            guard !turn.isOver, await mayListen(caller, as: listener.user) else { break }
            let bytes = try turn.bytes
            if !bytes.isEmpty { try await write(bytes, to: listener, &writer) }
        }
        try await writer.finish(nil)
    }

    /// Writes as soon as the client has read enough of what came before.
    @concurrent
    private func write(
        _ bytes: [UInt8],
        to listener: LiveListener,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        hub.note(listener, writingSince: Deadline.monotonicNanoseconds())
        try await writer.write(ByteBuffer(bytes: bytes))
        hub.note(listener, writingSince: nil)
    }

    /// Whether who calls is still who they were, and still may.
    ///
    /// Where that cannot be found out, nobody listens; a request would be refused, too.
    private func mayListen(_ caller: Request, as user: UserID) async -> Bool {
        do throws(ServiceError) {
            return try await identify(caller) == user
        } catch {
            return false
        }
    }

    private static func accepts(_ header: String?) -> Bool {
        guard let header else { return true }
        return header.split(separator: ",").contains { range in
            let type = range.split(separator: ";").first ?? ""
            return mediaTypes.contains(type.filter { !$0.isWhitespace }.lowercased())
        }
    }

    private static let headers: HTTPFields = [
        .contentType: "text/event-stream",
        .cacheControl: "no-store",
        // nginx would keep hints until it has a page of them.
        .xAccelBuffering: "no",
    ]
}

extension HTTPField.Name {
    /// Where a client of events was (HTML Living Standard, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
    /// What nginx does with an answer.
    static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .eTag
}
