import Contracts
import HTTPTypes
import Hummingbird

/// Registers routes in Hummingbird's router and records them, so that a known path with another method gets 405.
struct RouteTable {
    private static let httpMethods: [HTTPRequest.Method] = [.get, .put, .post, .patch, .delete, .options]

    /// The path prefix of routes that may be traced.
    private static let recordedPrefix = "/v1/"

    let router: Router<BasicRequestContext>
    private let forwarder: Forwarder
    private let metrics: HTTPMetrics
    private let tracer: Tracer?
    private let rateLimiter: OpenRouteRateLimiter
    /// All routes in the order of their registration.
    private(set) var listed: [ListedRoute] = []
    private var methodsByPath: [String: [HTTPRequest.Method]] = [:]
    /// The methods behind the routes so far.
    private(set) var methods: [Contracts.Method] = []

    init(
        router: Router<BasicRequestContext>,
        forwarder: Forwarder,
        metrics: HTTPMetrics,
        tracer: Tracer?,
        rateLimiter: OpenRouteRateLimiter
    ) {
        self.router = router
        self.forwarder = forwarder
        self.metrics = metrics
        self.tracer = tracer
        self.rateLimiter = rateLimiter
    }

    /// Adds a route that forwards payloads unchanged.
    ///
    /// - Parameters:
    ///   - httpMethod: The HTTP method.
    ///   - path: The path, with `{name}` for parts that become fields of the payload.
    ///   - method: The method to call.
    ///   - parameters: Fields of the payload that do not come from the body.
    ///   - success: The status of a successful response.
    ///   - takesBody: Whether the route takes a body; nil for the default of the HTTP method.
    ///   - scope: The scope that a personal access token needs; nil if the route accepts none.
    ///   - answersVersion: True to send the reply's `version` as `ETag`.
    mutating func add(
        _ httpMethod: HTTPRequest.Method,
        _ path: String,
        _ method: Method,
        _ parameters: [Parameter] = [],
        success: HTTPResponse.Status = .ok,
        takesBody: Bool? = nil,
        scope: Scope? = nil,
        answersVersion: Bool = false
    ) {
        let route = Route(
            httpMethod,
            path,
            method,
            parameters,
            success: success,
            takesBody: takesBody,
            scope: scope,
            answersVersion: answersVersion
        )
        let forwarder = forwarder
        let takesVersion = parameters.contains { $0.source == .ifMatch }
        handle(httpMethod, path, behind: method, scope: scope, takesVersion: takesVersion) { request, context in
            try await forwarder.respond(route, request, context.parameters)
        }
    }

    /// Adds a route that the gateway answers itself, alone or with a method's reply.
    ///
    /// - Parameters:
    ///   - httpMethod: The HTTP method.
    ///   - path: The path, with `{name}` for parts that the body reads.
    ///   - method: The method behind it, if there is one.
    ///   - access: The required access; by default that of the method, or else none. The body must enforce it.
    ///   - scope: The scope that the body requires of a personal access token; nil if it accepts none.
    ///   - takesVersion: True if `If-Match` names the version to change.
    ///   - body: Answers the request.
    mutating func handle(
        _ httpMethod: HTTPRequest.Method,
        _ path: String,
        behind method: Contracts.Method? = nil,
        access: Contracts.Method.Access? = nil,
        scope: Scope? = nil,
        takesVersion: Bool = false,
        _ body: @escaping @Sendable (Request, BasicRequestContext) async throws -> Response
    ) {
        if let method { methods.append(method) }
        methodsByPath[path, default: []].append(httpMethod)
        let access = access ?? method?.access ?? .anyone
        listed.append(
            ListedRoute(
                httpMethod: httpMethod,
                path: path,
                access: access,
                scope: scope,
                takesVersion: takesVersion
            )
        )
        // Programs request other routes every few seconds, so traces of them are of no use.
        let tracer = path.hasPrefix(Self.recordedPrefix) ? tracer : nil
        let instrumentation = RouteInstrumentation(
            metrics: metrics,
            route: metrics.route(httpMethod, path),
            tracer: tracer
        )
        let rateLimiter = access == .anyone && path.hasPrefix(OpenRouteRateLimiter.pathPrefix) ? rateLimiter : nil
        router.on(RouterPath(path), method: httpMethod) { request, context -> Response in
            let active = instrumentation.begin(request)
            do {
                try rateLimiter?.check(request.headers, peer: ClientAddress.ofConnection, now: active.startedAt)
                let response = try await body(active.request, context)
                instrumentation.end(active, status: response.status.code)
                return response
            } catch {
                instrumentation.end(active, error)
                throw error
            }
        }
    }

    /// Answers every other method on a known path with 405 and the allowed methods.
    func refuseOtherMethods() {
        let metrics = metrics
        for (path, methods) in methodsByPath {
            let allowed = methods.map(\.rawValue).joined(separator: ", ")
            for method in Self.httpMethods where !methods.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    metrics.recordUnrouted(.methodNotAllowed)
                    throw ServiceError(
                        .methodNotAllowed,
                        "\(path) allows \(allowed), not \(method.rawValue).",
                        params: ["allow": allowed]
                    )
                }
            }
        }
    }
}
