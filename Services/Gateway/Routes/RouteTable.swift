import ContractDocuments
import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird

/// Registers the routes of a catalog in Hummingbird's router.
struct RouteTable {
    /// Answers a request.
    typealias Handler = @Sendable (Request, BasicRequestContext) async throws -> Response

    /// The path prefix of routes that may be traced.
    private static let recordedPrefix = "/v1/"

    let router: Router<BasicRequestContext>
    private let catalog: RouteCatalog
    private let metrics: HTTPMetrics
    private let tracer: Tracer?
    private let rateLimiter: OpenRouteRateLimiter
    /// All routes in the order of their registration.
    private(set) var listed: [ListedRoute] = []

    init(
        router: Router<BasicRequestContext>,
        catalog: RouteCatalog,
        metrics: HTTPMetrics,
        tracer: Tracer?,
        rateLimiter: OpenRouteRateLimiter
    ) {
        self.router = router
        self.catalog = catalog
        self.metrics = metrics
        self.tracer = tracer
        self.rateLimiter = rateLimiter
    }

    /// Adds every route that only forwards.
    mutating func addForwarded(by forwarder: Forwarder) throws(RouteRefusal) {
        for bound in catalog.bound where !bound.binding.isSpecial {
            let route = Route(bound)
            try register(ListedRoute(bound)) { request, context in
                try await forwarder.respond(route, request, context.parameters)
            }
        }
    }

    /// Adds the code of a route with a binding that says so.
    ///
    /// - Parameters:
    ///   - contract: The contract; its binding is special.
    ///   - handler: Answers the request, and enforces access and scope.
    /// - Throws: A refusal if the contract has no such binding, or if the route has code already.
    mutating func handle(_ contract: any Contract.Type, _ handler: @escaping Handler) throws(RouteRefusal) {
        let method = contract.method
        guard let bound = catalog.bound.first(where: { $0.method == method }), bound.binding.isSpecial else {
            throw RouteRefusal("The gateway has code for \(method.name), but its binding does not say so.")
        }
        try register(ListedRoute(bound), handler)
    }

    /// Adds the code of a described route.
    ///
    /// - Parameters:
    ///   - route: A description of the catalog.
    ///   - handler: Answers the request, and enforces access and scope.
    /// - Throws: A refusal if the catalog does not have the route, or if it has code already.
    mutating func handle(_ route: RouteDescription, _ handler: @escaping Handler) throws(RouteRefusal) {
        guard catalog.special.contains(where: { $0.verb == route.verb && $0.path == route.path }) else {
            throw RouteRefusal(route.verb, route.path, "is not among the special routes")
        }
        try register(ListedRoute(route), handler)
    }

    private mutating func register(_ route: ListedRoute, _ handler: @escaping Handler) throws(RouteRefusal) {
        guard !hasCode(route.httpMethod, route.path) else {
            throw RouteRefusal("The route \(route.httpMethod.rawValue) \(route.path) has code twice.")
        }
        listed.append(route)
        let (httpMethod, path) = (route.httpMethod, route.path)
        // Programs request other routes every few seconds, so traces of them are of no use.
        let tracer = path.hasPrefix(Self.recordedPrefix) ? tracer : nil
        let instrumentation = RouteInstrumentation(
            metrics: metrics,
            route: metrics.route(httpMethod, path),
            tracer: tracer
        )
        let isLimited = route.access == .anyone && path.hasPrefix(OpenRouteRateLimiter.pathPrefix)
        let rateLimiter = isLimited ? rateLimiter : nil
        router.on(RouterPath(path), method: httpMethod) { request, context -> Response in
            let active = instrumentation.begin(request)
            do {
                try rateLimiter?.check(request.headers, peer: ClientAddress.ofConnection, now: active.startedAt)
                let response = try await handler(active.request, context)
                instrumentation.end(active, status: response.status.code)
                return response
            } catch {
                instrumentation.end(active, error)
                throw error
            }
        }
    }

    /// Checks that every route has code, and responds with 405 to every other method on a known path.
    func finish() throws(RouteRefusal) {
        for (verb, path) in catalog.addresses where !hasCode(HTTPRequest.Method(verb), path) {
            throw RouteRefusal(verb, path, "has no code in the gateway")
        }
        // Added last, it receives only requests without a route.
        router.add(middleware: OtherMethods(listed, metrics))
    }

    private func hasCode(_ httpMethod: HTTPRequest.Method, _ path: String) -> Bool {
        listed.contains { $0.httpMethod == httpMethod && $0.path == path }
    }
}
