import Contracts
import HTTPTypes
import Hummingbird
import MessageBus

/// Adds the client's network address to payloads: auth counts attempts by it, but only the gateway knows it.
struct ClientField: Sendable {
    /// Replaces the address of clients without one, as on a Unix socket; auth counts them as one client.
    private static let unknown = "unknown"

    let trustedProxies: TrustedProxies

    /// Returns the field `client`, which overrides any value in the body.
    func field(of request: Request) throws(ServiceError) -> PayloadBuilder.Field {
        let client = ClientAddress.text(request.headers, ClientAddress.ofConnection, trustedProxies: trustedProxies)
        return try PayloadBuilder.Field("client", client ?? Self.unknown, .text)
    }
}

/// Routes that need no session; auth counts their requests by network address.
struct ClientRoutes {
    let forwarder: Forwarder
    let clients: ClientField

    func add(to table: inout RouteTable) {
        add("/v1/auth/email-status", AuthEmailStatus.method, .ok, to: &table)
        add("/v1/auth/password/forgot", AuthPasswordForgot.method, .accepted, to: &table)
        add("/v1/auth/password/reset", AuthPasswordReset.method, .noContent, to: &table)
    }

    private func add(
        _ path: String,
        _ method: Method,
        _ success: HTTPResponse.Status,
        to table: inout RouteTable
    ) {
        table.handle(.post, path, behind: method) { [forwarder, clients] request, _ in
            let context = try await forwarder.context(for: method, request)
            let payload = try PayloadBuilder.payload(
                body: try await forwarder.body(of: request),
                fields: [try clients.field(of: request)]
            )
            let reply = try await forwarder.bus.forward(method, payload: payload, context)
            return Forwarder.response(success, reply, key: context.idempotencyKey)
        }
    }
}
