import HTTPTypes
package import Hummingbird

/// Answers requests without a route with the page of the web app, if their path may be that of a screen.
///
/// The gateway knows no screen: only the app decides whether a path has one. So the status is 200 for each of these
/// paths, and the app shows that a page is missing. A list of screens here would have to be that of the newest app,
/// while devices keep older ones.
///
/// It handles requests without a route only, so that each route comes first. Like the files of the app, the page has no
/// metrics.
package struct WebAppPages: RouterMiddleware {
    private let routes: WebAppRoutes
    /// The first segments below which nothing is a screen.
    private let reserved: Set<String>

    /// Makes the middleware, to be added after all routes.
    ///
    /// - Parameters:
    ///   - routes: The routes of the app.
    ///   - paths: The paths of all other routes. A mistyped path beside one of them stays an error of the API.
    package init(_ routes: WebAppRoutes, besides paths: [String]) {
        self.routes = routes
        reserved = Set((paths + WebAppRoutes.paths + TrustPages.paths).compactMap(Self.firstSegment))
    }

    @concurrent
    package func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head, isPage(request.uri.path) else {
            return try await next(request, context)
        }
        let page = routes.page(request.headers)
        return request.method == .head ? page.createHeadResponse() : page
    }

    /// Returns whether a path without a route may be that of a screen: it has no dot, as files have, and does not begin
    /// as the path of a route.
    ///
    /// `worker.js` has the same rule, and both have the examples of `Tests/Fixtures/page-paths.json`.
    private func isPage(_ path: String) -> Bool {
        !path.contains(".") && !(Self.firstSegment(of: path).map(reserved.contains) ?? false)
    }

    /// Returns the text between the first slashes; nil for `/`.
    private static func firstSegment(of path: String) -> String? { path.split(separator: "/").first.map(String.init) }
}
