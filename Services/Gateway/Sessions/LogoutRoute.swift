import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird
import MessageBus

/// Signs out by an access token, or by a browser's cookies, which are then deleted.
struct LogoutRoute {
    let forwarder: Forwarder
    let browsers: BrowserSessions

    func add(to table: inout RouteTable) throws {
        let route = self
        try table.handle(AuthLogout.self) { request, _ in try await route.respond(request) }
    }

    private func respond(_ request: Request) async throws -> Response {
        let browser = request.headers[.authorization] == nil ? browsers.knownSession(of: request) : nil
        if browser != nil { try browsers.requireOwnPage(request.head) }
        do {
            let context = try await context(of: request, browser?.cookies)
            let payload = try PayloadBuilder.payload(body: try await forwarder.body(of: request), fields: [])
            let reply = try await forwarder.bus.forward(AuthLogout.method, payload: payload, context)
            let response = Forwarder.response(.noContent, reply.payload, key: context.idempotencyKey)
            return browser?.endResponse(response) ?? response
        } catch let error as ServiceError {
            // If the session has already ended, the cookies are deleted all the same.
            guard let browser, error.code == .unauthenticated else { throw error }
            return browser.endResponse(Problem(error).response)
        }
    }

    /// Authenticates the request, if necessary with a new access token.
    ///
    /// An access token is valid for minutes. A user that returns to a browser later also wants the session to end, not
    /// only its cookies to be deleted. So the refresh token is exchanged for a new access token.
    private func context(
        of request: Request,
        _ cookies: SessionCookies?
    ) async throws(ServiceError) -> Contracts.RequestContext {
        do {
            return try await forwarder.context(for: AuthLogout.method, request)
        } catch {
            guard error.code == .unauthenticated, let token = cookies?.value(.refresh, in: request.headers) else {
                throw error
            }
            let session = try await forwarder.bus.call(AuthRefresh(refreshToken: token), .own())
            var head = request.head
            head.headerFields[.authorization] = "Bearer \(session.accessToken)"
            return try await forwarder.context(for: AuthLogout.method, Request(head: head, body: request.body))
        }
    }
}
