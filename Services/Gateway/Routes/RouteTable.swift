import Contracts
import HTTPTypes
import Hummingbird

/// Puts routes into Hummingbird's router, and remembers them, so that a known path with another method gets 405.
struct RouteTable {
    private static let httpMethods: [HTTPRequest.Method] = [.get, .put, .post, .patch, .delete, .options]

    /// Of routes whose requests may be recorded in traces.
    private static let recordedPrefix = "/v1/"

    let router: Router<BasicRequestContext>
    private let forwarder: Forwarder
    private let figures: HTTPFigures
    private let tracer: Tracer?
    private let gate: OpenRouteGate
    /// Every route, in the order in which they were added.
    private(set) var listed: [ListedRoute] = []
    private var methodsByPath: [String: [HTTPRequest.Method]] = [:]
    /// What can be called by the routes so far.
    private(set) var methods: [Contracts.Method] = []

    init(
        router: Router<BasicRequestContext>,
        forwarder: Forwarder,
        figures: HTTPFigures,
        tracer: Tracer?,
        gate: OpenRouteGate
    ) {
        self.router = router
        self.forwarder = forwarder
        self.figures = figures
        self.tracer = tracer
        self.gate = gate
    }

    /// Adds a route whose payloads pass through as they are.
    ///
    /// - Parameters:
    ///   - httpMethod: GET, POST and so on.
    ///   - path: With `{name}` for what becomes a field of the payload.
    ///   - method: What answers it.
    ///   - parameters: Fields of the payload that do not come from the body.
    ///   - success: How it is answered if all goes well.
    ///   - takesBody: Whether it does; nil for what is usual for the HTTP method.
    ///   - scope: What a personal access token needs for it; without one, none is enough.
    ///   - answersVersion: Whether the answer's `version` is told as its `ETag`.
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

    /// Adds a route that the gateway answers itself, or with something added to what a method answers.
    ///
    /// - Parameters:
    ///   - httpMethod: GET, POST and so on.
    ///   - path: With `{name}` for what the body reads out of it.
    ///   - method: The method behind it, if there is one.
    ///   - access: Who may call; as the method says, or else anyone. The body asks.
    ///   - scope: What the body demands of a personal access token; without one, none is enough.
    ///   - takesVersion: Whether `If-Match` names the version that a request changes.
    ///   - body: What answers it.
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
        // Programs ask the others every few seconds, for what nobody looks up in a trace.
        let tracer = path.hasPrefix(Self.recordedPrefix) ? tracer : nil
        let watch = RouteWatch(figures: figures, route: figures.route(httpMethod, path), tracer: tracer)
        let gate = access == .anyone && path.hasPrefix(OpenRouteGate.pathPrefix) ? gate : nil
        router.on(RouterPath(path), method: httpMethod) { request, context -> Response in
            let visit = watch.begin(request)
            do {
                try gate?.check(request.headers, peer: ClientAddress.ofConnection, now: visit.startedAt)
                let response = try await body(visit.request, context)
                watch.end(visit, status: response.status.code)
                return response
            } catch {
                watch.end(visit, error)
                throw error
            }
        }
    }

    /// Answers every other method on a known path with 405 and the methods that it takes.
    func refuseOtherMethods() {
        let figures = figures
        for (path, methods) in methodsByPath {
            let allowed = methods.map(\.rawValue).joined(separator: ", ")
            for method in Self.httpMethods where !methods.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    figures.noteOther(.methodNotAllowed)
                    throw ServiceError(
                        .methodNotAllowed,
                        "\(path) takes \(allowed), not \(method.rawValue).",
                        params: ["allow": allowed]
                    )
                }
            }
        }
    }
}
