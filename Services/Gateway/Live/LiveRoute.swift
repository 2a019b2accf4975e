package import Contracts
import HTTPServer
import HTTPTypes
package import Hummingbird
import NIOCore

/// The route of event streams: hints about changes to the user's day, target, profile, cart and leaderboards.
package struct LiveRoute: Sendable {
    private static let mediaTypes: Set<String> = ["text/event-stream", "text/*", "*/*"]

    private let hub: LiveHub
    private let identify: @Sendable (Request) async throws(ServiceError) -> UserID
    private let mayHaveLostAccess: @Sendable (Request) -> Bool
    private let ready: @Sendable () async -> Void

    /// Makes the route.
    ///
    /// - Parameters:
    ///   - hub: Registers the streams.
    ///   - identify: Authenticates a request; called again before each write.
    ///   - mayHaveLostAccess: Returns true if the result of `identify` may have changed; called about once a second.
    ///   - ready: Waits until all changes up to now are known.
    package init(
        hub: LiveHub,
        identify: @escaping @Sendable (Request) async throws(ServiceError) -> UserID,
        mayHaveLostAccess: @escaping @Sendable (Request) -> Bool,
        ready: @escaping @Sendable () async -> Void
    ) {
        self.hub = hub
        self.identify = identify
        self.mayHaveLostAccess = mayHaveLostAccess
        self.ready = ready
    }

    init(hub: LiveHub, feeds: [LiveFeed], tokens: TokenVerifier) {
        self.init(
            hub: hub,
            identify: { request throws(ServiceError) in
                try await tokens.principal(of: request, for: SpecialRoutes.live.scope).user
            },
            mayHaveLostAccess: { tokens.mayHaveLostAccess($0) },
            ready: {
                await withDiscardingTaskGroup { group in
                    for feed in feeds { group.addTask { await feed.ready() } }
                }
            }
        )
    }

    func add(to table: inout RouteTable) throws {
        try table.handle(SpecialRoutes.live) { request, _ in try await respond(request) }
    }

    /// Begins a stream.
    ///
    /// - Parameter request: A request with the client's last message id, if it has one.
    /// - Returns: A response that ends when access ends, when the gateway stops, or when the client does not read it.
    /// - Throws: An error of `identify`, `unsupportedMediaType` if the client does not accept event streams, and errors
    ///   of ``LiveHub/listener(for:mayHaveLostAccess:end:)``.
    package func respond(_ request: Request) async throws(ServiceError) -> Response {
        // Without the body, which would occupy memory as long as the stream is open.
        let caller = Request(head: request.head, body: RequestBody(buffer: ByteBuffer()))
        let user = try await identify(caller)
        guard Self.accepts(request.headers[.accept]) else {
            throw ServiceError(.unsupportedMediaType, "This route answers only text/event-stream; accept that type.")
        }
        // No body is ever read, so nothing would end a registration.
        if request.method == .head { return Response(status: .ok, headers: Self.headers) }
        let (mayHaveLostAccess, connection) = (mayHaveLostAccess, CallerConnection.current)
        let listener = try hub.listener(
            for: user,
            mayHaveLostAccess: { mayHaveLostAccess(caller) },
            end: { connection?.end() }
        )
        await ready()
        let resumeID = hub.join(listener, after: request.headers[.lastEventID])
        let body = ResponseBody { writer in
            // A connection may stay open after the response, so the registration must not wait for its release.
            defer { hub.leave(listener.number) }
            try await stream(to: listener, caller, from: resumeID, &writer)
        }
        return Response(status: .ok, headers: Self.headers, body: body)
    }

    @concurrent
    private func stream(
        to listener: LiveListener,
        _ caller: Request,
        from resumeID: String?,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        try await write(ServerSentEvents.hello(resumeID), to: listener, &writer)
        for await _ in listener.wakes {
            let work = hub.takeWork(for: listener)
            guard !work.isOver, await mayListen(caller, as: listener.user) else { break }
            let bytes = try work.bytes
            if !bytes.isEmpty { try await write(bytes, to: listener, &writer) }
        }
        try await writer.finish(nil)
    }

    /// Writes as soon as the client has read enough of the previous bytes.
    @concurrent
    private func write(
        _ bytes: [UInt8],
        to listener: LiveListener,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        hub.record(listener, writingSince: Deadline.monotonicNanoseconds())
        try await writer.write(ByteBuffer(bytes: bytes))
        hub.record(listener, writingSince: nil)
    }

    /// Returns true if the request still authenticates the same user.
    ///
    /// If that cannot be determined, the stream ends; a new request would be refused, too.
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
        // nginx would otherwise buffer hints up to a page.
        .xAccelBuffering: "no",
    ]
}

extension HTTPField.Name {
    /// The id of the last message that the client received (HTML Living Standard, section 9.2.4).
    static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
    /// Controls the response buffering of nginx.
    static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .eTag
}
