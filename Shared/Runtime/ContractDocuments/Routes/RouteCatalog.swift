package import Contracts

/// A contradiction in a route, which ends the start of a gateway.
package struct RouteRefusal: Error, CustomStringConvertible {
    package let description: String

    /// - Parameter description: A sentence.
    package init(_ description: String) {
        self.description = description
    }

    /// - Parameters:
    ///   - verb: The method of HTTP.
    ///   - path: The path.
    ///   - reason: The contradiction, as the rest of a sentence after the route.
    package init(_ verb: HTTPBinding.Verb, _ path: String, _ reason: String) {
        self.init("The route \(verb.rawValue) \(path) \(reason).")
    }

    init(_ binding: HTTPBinding, _ reason: String) {
        self.init(binding.verb, binding.path, reason)
    }
}

/// All routes, checked against each other and against the shapes of their requests.
package struct RouteCatalog: Sendable {
    /// The routes of bindings, in the order of the contracts.
    package let bound: [BoundRoute]
    package let special: [RouteDescription]

    /// Derives and checks the routes.
    ///
    /// - Parameters:
    ///   - contracts: All contracts; those without a binding have no route.
    ///   - special: The descriptions of other routes.
    /// - Throws: ``RouteRefusal`` for a contradiction, and `ShapeRecorder.Refusal` for a type that cannot be recorded.
    package init(
        _ contracts: [any Contract.Type] = API.contracts,
        special: [RouteDescription] = SpecialRoutes.all
    ) throws {
        let recorder = ShapeRecorder()
        bound = try contracts.compactMap { contract in
            try contract.http.map { try BoundRoute(contract, $0, recorder) }
        }
        self.special = special
        for route in special where ![.anyone, .user].contains(route.access) {
            throw RouteRefusal(route.verb, route.path, "is not for users: its access is \(route.access)")
        }
        try Self.checkUniqueness(addresses)
    }

    /// Verb and path of every route.
    package var addresses: [(HTTPBinding.Verb, String)] {
        bound.map { ($0.binding.verb, $0.binding.path) } + special.map { ($0.verb, $0.path) }
    }

    /// Refuses two routes that match the same requests, whatever the names of their path's fields.
    private static func checkUniqueness(_ routes: [(HTTPBinding.Verb, String)]) throws(RouteRefusal) {
        var known: Set<String> = []
        for (verb, path) in routes {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1, parts.first?.isEmpty == true, !parts.dropFirst().contains(where: \.isEmpty) else {
                throw RouteRefusal(verb, path, "needs a path with a slash before each part")
            }
            let pattern = parts.map { $0.hasPrefix("{") ? "{}" : String($0) }.joined(separator: "/")
            guard known.insert("\(verb.rawValue) \(pattern)").inserted else {
                throw RouteRefusal(verb, path, "exists twice")
            }
        }
    }
}
