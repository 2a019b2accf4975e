/// All methods and routes of this version: the gateway, the broker, documents and tools read these lists.
package enum API {
    /// The contracts of all services.
    ///
    /// Each file of contracts has a list of its own at its end; add a new contract there. The ``ServiceDescription`` of
    /// the service joins these lists.
    package static let contracts = ServiceDescription.all.flatMap(\.contracts)

    /// The services that publish events and snapshots.
    package static let publishers = ServiceDescription.all.filter { !$0.events.isEmpty }.map(\.name)

    /// The payloads of all events that this version knows.
    package static let events = ServiceDescription.all.flatMap(\.events)

    /// All routes of the gateway: those of contracts with a binding, then those of ``SpecialRoutes``.
    package static let routes: [APIRoute] =
        contracts.compactMap(APIRoute.init(contract:)) + SpecialRoutes.all.map(APIRoute.init(special:))
}

extension API {
    /// Whether each method of ``contracts`` is for the operator of the stack, by name.
    private static let operatorAccess = Dictionary(
        uniqueKeysWithValues: contracts.map { ($0.method.name, $0.method.access == .operator) }
    )
    /// The part of a name that keeps a method of another version for the operator.
    ///
    /// Each method with the access of the operator has it, as a test demands, and no other has it.
    package static let operatorPart = ".operator."

    /// Returns whether only the operator may call a method.
    ///
    /// The broker checks this before it routes a request of a process that is not the operator's. The declared access
    /// decides about each method of this version.
    ///
    /// A name without a contract here belongs to a newer version or to an external service, and its access is unknown.
    /// The part `.operator.` then decides, for this reason: during an upgrade a service may be newer than the broker.
    /// A gateway with a user of its own could send a request without a principal, which the newer worker cannot
    /// distinguish from one of the operator. Without the part, the older broker would pass it on. The part only refuses
    /// more.
    package static func isForOperator(_ name: String) -> Bool {
        operatorAccess[name] ?? name.contains(operatorPart)
    }
}

/// A route of the gateway, with what documents and lists show of it.
package struct APIRoute: Sendable {
    package let verb: HTTPBinding.Verb
    package let path: String
    /// One sentence for documents.
    package let summary: String
    package let access: Method.Access
    /// The role that the signed-in user needs; nil if each user may call the route.
    package let role: Role?
    /// The scope that a personal access token needs; nil if the route accepts none.
    package let scope: Scope?
    /// The method that the route calls; nil if it calls several, or none.
    package let method: Method?

    /// Creates the route of a contract's binding; nil for a contract without one.
    init?(contract: any Contract.Type) {
        guard let binding = contract.http else { return nil }
        (verb, path, summary, scope) = (binding.verb, binding.path, binding.summary, binding.scope)
        (access, role, method) = (contract.method.access, contract.method.role, contract.method)
    }

    init(special route: RouteDescription) {
        (verb, path, summary, scope) = (route.verb, route.path, route.summary, route.scope)
        (access, role, method) = (route.access, route.role, route.method)
    }
}
