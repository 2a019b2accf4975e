import Contracts
import HTTPTypes
import MessageBus

/// Describes the server's features and limits to clients of any version.
struct MetaRoute {
    /// The timeout of the call to auth, in milliseconds.
    private static let registrationMs = 500

    let bus: MessageBus

    func add(to table: inout RouteTable) throws {
        let (bus, features) = (bus, Self.features(of: API.routes.compactMap(\.method)))
        try table.handle(SpecialRoutes.meta) { _, _ in
            Forwarder.response(.ok, try PayloadCoder.encode(await Self.meta(bus, features)), key: nil)
        }
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
