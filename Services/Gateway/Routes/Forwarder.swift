import Contracts
import HTTPTypes
import Hummingbird
import Messaging
import NIOCore

/// Turns an HTTP request into a message, and its reply into a response, without looking into either.
struct Forwarder: Sendable {
    /// A key is written by a program; a UUID has 36 characters.
    private static let idempotencyKeyLengthMax = 255

    /// Bytes of a body for a route that is open to all, or of auth: ample for a registration with a profile.
    ///
    /// So much of a body is in memory for each connection without being counted.
    static let openBodyBytesMax = 16 << 10

    let bus: MessageBus
    let tokens: TokenVerifier
    let bodies = BodyBudget()

    func respond(_ route: Route, _ request: Request, _ parameters: Parameters) async throws -> Response {
        let context = try await context(for: route.method, request, scope: route.scope)
        let (isOpen, user) = (route.method.access == .anyone, context.principal?.user)
        let isSmall = isOpen || route.method.service == .auth
        let bytesMax = isSmall ? Self.openBodyBytesMax : MessageLimits.payloadMax
        let body = route.takesBody ? try await body(of: request, bytesMax: bytesMax, from: user) : nil
        let payload = try PayloadBuilder.payload(
            body: body,
            fields: try fields(of: route, request, parameters)
        )
        let reply = try await bus.forward(route.method, payload: payload, context)
        var response = Self.response(route.success, reply, key: context.idempotencyKey)
        // A client may keep what it can name in `If-Match`; anything else is stored nowhere.
        if route.answersVersion, let tag = try EntityTag.text(of: reply) {
            response.headers[.eTag] = tag
            response.headers[.cacheControl] = "private, no-cache"
        }
        return response
    }

    /// Who calls, under which key, and by when.
    ///
    /// - Parameters:
    ///   - method: What is called.
    ///   - request: What came.
    ///   - scope: What a personal access token needs for it; without one, none is enough.
    /// - Returns: What goes into the header.
    /// - Throws: `unauthenticated` or `forbidden`, and `malformed` for a key that is none.
    func context(
        for method: Method,
        _ request: Request,
        scope: Scope? = nil
    ) async throws(ServiceError) -> Contracts.RequestContext {
        Contracts.RequestContext(
            id: UUIDv7.make(),
            principal: method.access == .user ? try await tokens.principal(of: request, for: scope) : nil,
            idempotencyKey: method.effect == .keyedWrite ? try idempotencyKey(request) : nil,
            deadline: .after(milliseconds: method.timeoutMs),
            traceparent: request.headers[.traceparent].flatMap { TraceContext($0) == nil ? nil : $0 }
        )
    }

    /// Reads a body of JSON.
    ///
    /// - Parameters:
    ///   - request: What came.
    ///   - bytesMax: The most that it may have.
    ///   - user: The caller, whose share of the memory for large bodies it takes from.
    /// - Returns: The whole body.
    /// - Throws: `unsupportedMediaType`, `tooLarge`, and `tooManyRequests` or `overloaded` where there is no memory.
    func body(
        of request: Request,
        bytesMax: Int = Self.openBodyBytesMax,
        from user: UserID? = nil
    ) async throws -> [UInt8] {
        if let type = request.headers[.contentType], !type.lowercased().hasPrefix("application/json") {
            throw ServiceError(.unsupportedMediaType, "Send the body as application/json, not as \(type.prefix(100)).")
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bytesMax {
            throw Self.tooLarge(bytesMax)
        }
        var bytes: [UInt8] = []
        var lease: BodyLease?
        for try await chunk in request.body {
            let count = bytes.count + chunk.readableBytes
            guard count <= bytesMax else { throw Self.tooLarge(bytesMax) }
            if count > Self.openBodyBytesMax, let user {
                let taken = lease ?? self.lease(for: user)
                try taken.take(lease == nil ? count : chunk.readableBytes)
                lease = taken
            }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        if let lease {
            lease.finish()
            CallerConnection.current?.keep(lease)
        }
        return bytes
    }

    /// Begins a body that takes memory from a user's share.
    func lease(for user: UserID) -> BodyLease {
        let connection = CallerConnection.current
        return bodies.lease(for: user.description) { connection?.evictBody() }
    }

    /// Returns a response that names the idempotency key, if the client has sent one.
    ///
    /// A key that the gateway has made up protects the request for some minutes only, so that a client could not rely on it.
    static func response(_ status: HTTPResponse.Status, _ payload: [UInt8], key: String?) -> Response {
        var headers = HTTPFields()
        if let key, !MadeUpKey.isMadeUp(key) { headers[.idempotencyKey] = key }
        guard status != .noContent else { return Response(status: status, headers: headers) }
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: payload)))
    }

    private static func tooLarge(_ max: Int) -> ServiceError {
        ServiceError(.tooLarge, "A body may have at most \(max) bytes here.", params: ["max": "\(max)"])
    }

    private func idempotencyKey(_ request: Request) throws(ServiceError) -> String {
        guard let key = request.headers[.idempotencyKey] else { return MadeUpKey.make() }
        guard (1...Self.idempotencyKeyLengthMax).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            let message = "Idempotency-Key must have 1 to \(Self.idempotencyKeyLengthMax) visible ASCII characters."
            throw ServiceError(.malformed, message, details: [FieldError("Idempotency-Key", .wrongFormat, message)])
        }
        return key
    }

    private func fields(
        of route: Route,
        _ request: Request,
        _ parameters: Parameters
    ) throws(ServiceError) -> [PayloadBuilder.Field] {
        var fields: [PayloadBuilder.Field] = []
        for parameter in route.parameters {
            switch parameter.source {
            case .path:
                guard let text = parameters.get(parameter.name) else { continue }
                fields.append(try .init(parameter.name, text, parameter.kind))
            case .query: break
            case .ifMatch:
                guard let tag = request.headers[.ifMatch], tag != "*" else { continue }
                fields.append(try .init(parameter.name, tag.filter { $0 != "\"" }, parameter.kind))
            case .ifMatchAny:
                if request.headers[.ifMatch] == "*" { fields.append(.yes(parameter.name)) }
            }
        }
        return fields + (try queryFields(of: route, request))
    }

    /// Parameters of the query, of which each must be one that the route takes.
    private func queryFields(of route: Route, _ request: Request) throws(ServiceError) -> [PayloadBuilder.Field] {
        guard request.uri.query != nil else { return [] }
        var fields: [PayloadBuilder.Field] = []
        for (name, value) in request.uri.queryParameters {
            guard
                let parameter = route.parameters.first(where: { $0.source == .query && $0.name == name }),
                !fields.contains(where: { $0.name == name })
            else {
                let message = "\(name) is not a parameter that this takes, or is given twice."
                throw ServiceError(.malformed, message, details: [FieldError(String(name), .unknown, message)])
            }
            fields.append(try .init(parameter.name, String(value), parameter.kind))
        }
        return fields
    }
}

extension HTTPField.Name {
    /// Under which a write takes effect once.
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .eTag
    /// W3C Trace Context.
    static let traceparent = HTTPField.Name("traceparent") ?? .eTag
}
