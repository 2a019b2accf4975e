import Contracts
import HTTPTypes
package import Hummingbird
import MessageBus

/// Describes the server's version and features to clients of any version.
package struct MetaRoute {
    /// The timeout of the call to auth, in milliseconds.
    private static let registrationMs = 500

    let bus: MessageBus
    private let gzip = LastGzip()

    init(bus: MessageBus) { self.bus = bus }

    func add(to table: inout RouteTable) throws {
        let (bus, gzip, features) = (bus, gzip, Self.features(of: API.routes.compactMap(\.method)))
        try table.handle(SpecialRoutes.meta) { request, _ in
            let reply = try PayloadCoder.encode(await Self.meta(bus, features))
            return Self.response(reply, gzip, acceptEncoding: request.headers[.acceptEncoding])
        }
    }

    /// Returns the reply, compressed for clients that accept it.
    ///
    /// Welcome waits for this reply. It has 3 KB of names, which compress to a quarter. It holds no secret, so its
    /// compressed size reveals none. It changes when an operator opens or closes the registration.
    package static func response(_ reply: [UInt8], _ gzip: LastGzip, acceptEncoding: String?) -> Response {
        let gzip = Gzip.isAccepted(by: acceptEncoding) ? gzip.of(reply) : nil
        var response = Forwarder.response(.ok, gzip ?? reply, key: nil)
        response.headers[.vary] = "Accept-Encoding"
        if gzip != nil { response.headers[.contentEncoding] = "gzip" }
        return response
    }

    private static func meta(_ bus: MessageBus, _ features: [String]) async -> ServerMeta {
        // Without auth, the reply leaves out what only auth knows.
        let reply = try? await bus.call(AuthRegistration(), .own(timeoutMs: registrationMs))
        return ServerMeta(
            features: features,
            registration: reply?.registration,
            languages: PrivacyNotice.Language.allCases.map(\.rawValue),
            demoAccounts: reply?.demoAccounts
        )
    }

    /// Returns the names of methods and of their groups.
    static func features(of methods: [Contracts.Method]) -> [String] {
        let names = methods.flatMap { method in
            let parts = method.name.split(separator: ".")
            return parts.indices.map { parts[...$0].joined(separator: ".") }
        }
        return Set(names).sorted()
    }
}
