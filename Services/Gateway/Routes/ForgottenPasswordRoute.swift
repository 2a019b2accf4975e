import Contracts
import HTTPTypes
import Hummingbird
import Messaging

/// Asking for a mail to set another password: auth counts who asks how often, and only the gateway knows from where.
struct ForgottenPasswordRoute {
    let forwarder: Forwarder
    let trustedProxies: Int

    func add(to table: inout RouteTable) {
        let method = AuthPasswordForgot.method
        table.handle(.post, "/v1/auth/password/forgot", behind: method) { [forwarder, trustedProxies] request, _ in
            let context = try await forwarder.context(for: method, request)
            let client = ClientAddress.text(
                request.headers,
                ClientAddress.ofConnection,
                trustedProxies: trustedProxies
            )
            let payload = try PayloadBuilder.payload(
                body: try await forwarder.body(of: request),
                fields: [try PayloadBuilder.Field("client", client ?? "unknown", .text)]
            )
            let reply = try await forwarder.bus.forward(method, payload: payload, context)
            return Forwarder.response(.accepted, reply, key: context.idempotencyKey)
        }
    }
}
