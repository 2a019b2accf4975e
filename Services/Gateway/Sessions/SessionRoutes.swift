import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird
import Logging
import MessageBus

/// Signs users in: auth responds with a session, and the gateway adds the missing profile fields, which auth does not
/// know.
struct SessionRoutes {
    /// The timeout of the call to the profile service, in milliseconds; a sign-in succeeds without its answer.
    private static let profileWaitMs = 1_000

    let forwarder: Forwarder
    let browsers: BrowserSessions
    let clients: ClientField

    func add(to table: inout RouteTable) throws {
        try add(AuthRegister.self, .created, beginsSession: true, to: &table)
        try add(AuthLogin.self, .ok, beginsSession: true, to: &table)
        try add(AuthLoginTotp.self, .ok, beginsSession: true, to: &table)
        try add(AuthLoginDemo.self, .ok, beginsSession: true, to: &table)
        try add(AuthRefresh.self, .ok, beginsSession: false, to: &table)
    }

    private func add(
        _ contract: any Contract.Type,
        _ success: HTTPResponse.Status,
        beginsSession: Bool,
        to table: inout RouteTable
    ) throws {
        let (forwarder, browsers, clients, method) = (forwarder, browsers, clients, contract.method)
        try table.handle(contract) { request, _ in
            let context = try await forwarder.context(for: method, request)
            let browser = try browsers.session(of: request)
            var fields = beginsSession ? [try Self.device(of: request)] : try browser?.refreshField(of: request) ?? []
            fields.append(try clients.field(of: request))
            if method.name == AuthLogin.method.name { fields += try browser?.deviceFields(of: request) ?? [] }
            let payload = try PayloadBuilder.payload(body: try await forwarder.body(of: request), fields: fields)
            let reply: [UInt8]
            do {
                reply = try await forwarder.bus.forward(method, payload: payload, context).payload
            } catch let error as ServiceError {
                guard let browser, !beginsSession, error.code == .unauthenticated else { throw error }
                return browser.endResponse(Problem(error).response)
            }
            var session = try PayloadCoder.decodeReply(Session.self, from: reply)
            session.profileMissing = await Self.missing(of: session, forwarder.bus)
            if let browser { return try browser.startResponse(session, success, key: context.idempotencyKey) }
            return Forwarder.response(success, try PayloadCoder.encode(session), key: context.idempotencyKey)
        }
    }

    /// Empty if the client sends no name, so that the body cannot supply one.
    private static func device(of request: Request) throws(ServiceError) -> PayloadBuilder.Field {
        try PayloadBuilder.Field("device", request.headers[.userAgent] ?? "")
    }

    private static func missing(of session: Session, _ bus: MessageBus) async -> [String]? {
        // The session's id is in its token; reading one's own profile needs only the user.
        let principal = Principal(user: session.user.id, roles: session.user.roles, session: SessionID.make())
        let context = Contracts.RequestContext.own(principal: principal, timeoutMs: profileWaitMs)
        do {
            return try await bus.call(ProfileMissing(), context).missing
        } catch {
            bus.logger.debug("the profile's missing fields are unknown", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
