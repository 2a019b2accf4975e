import Contracts
import HTTPServer
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
        return try PayloadBuilder.Field("client", client ?? Self.unknown)
    }
}

/// Routes that need no session; auth counts their requests by network address.
struct ClientRoutes {
    let forwarder: Forwarder
    let clients: ClientField

    func add(to table: inout RouteTable) throws {
        try add(AuthEmailStatus.self, .ok, to: &table)
        try add(AuthPasswordForgot.self, .accepted, to: &table)
        try add(AuthPasswordReset.self, .noContent, to: &table)
    }

    private func add(
        _ contract: any Contract.Type,
        _ success: HTTPResponse.Status,
        to table: inout RouteTable
    ) throws {
        let method = contract.method
        try table.handle(contract) { [forwarder, clients] request, _ in
            let context = try await forwarder.context(for: method, request)
            let payload = try PayloadBuilder.payload(
                body: try await forwarder.body(of: request),
                fields: [try clients.field(of: request)]
            )
            let reply = try await forwarder.bus.forward(method, payload: payload, context)
            return Forwarder.response(success, reply.payload, key: context.idempotencyKey)
        }
    }
}
