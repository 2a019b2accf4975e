import Contracts
import HTTPTypes
import Hummingbird

/// Answers a request for a known path with another method with 405 and the allowed methods.
///
/// It handles requests without a route only, whatever their method is, so it costs other requests nothing.
struct OtherMethods: RouterMiddleware {
    /// Names the methods of the path that a request matches.
    private struct KnownPath: Error {
        let path: String
        let methods: [HTTPRequest.Method]
    }

    /// The longest name of a method that an error repeats.
    private static let nameLengthMax = 20

    /// Finds a path by the rules of the real router: each path has one route, which throws ``KnownPath``.
    private let paths: RouterResponder<BasicRequestContext>
    private let metrics: HTTPMetrics

    init(_ routes: [ListedRoute], _ metrics: HTTPMetrics) {
        let router = Router()
        for (path, routes) in Dictionary(grouping: routes, by: \.path) {
            // The router responds to HEAD wherever it responds to GET.
            let methods: [HTTPRequest.Method] = routes.flatMap { route in
                route.httpMethod == .get ? [.get, .head] : [route.httpMethod]
            }
            let known = KnownPath(path: path, methods: methods)
            router.on(RouterPath(path), method: .get) { _, _ -> Response in throw known }
        }
        paths = router.buildResponder()
        self.metrics = metrics
    }

    @concurrent
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var head = request.head
        head.method = .get
        do {
            _ = try await paths.respond(to: Request(head: head, body: request.body), context: context)
        } catch let known as KnownPath {
            metrics.recordUnrouted(.methodNotAllowed)
            let allowed = known.methods.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(
                .methodNotAllowed,
                "\(known.path) allows \(allowed), not \(request.method.rawValue.prefix(Self.nameLengthMax)).",
                params: ["allow": allowed]
            )
        }
        return try await next(request, context)
    }
}
