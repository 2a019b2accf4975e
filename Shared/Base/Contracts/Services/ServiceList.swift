extension ServiceDescription {
    /// The services, in the order of starts and upgrades.
    ///
    /// A new service needs one line here.
    package static let all: [ServiceDescription] = [
        auth,
        profile,
        calculator,
        catalog,
        diary,
        leaderboard,
    ]

    /// The services with a database, in the order of copying for a backup: followers before their sources, auth last.
    ///
    /// A restored follower reloads missing data from its source, and erases users that auth has erased. Among services
    /// without an order, that of ``all`` counts: the catalog, which may be large, is copied before the leaderboard, so
    /// that the other copies are close in time.
    package static let copyOrder: [ServiceName] = copyOrder(of: all)

    /// Returns the order of copying for some services; see ``copyOrder``.
    package static func copyOrder(of services: [ServiceDescription]) -> [ServiceName] {
        let isLast = { (service: ServiceDescription) in service.name == .auth }
        var left = services.filter { $0.hasDatabase && !isLast($0) }
        var order: [ServiceName] = []
        while !left.isEmpty {
            // Services that follow each other have no right order, and keep that of the list.
            let next = left.firstIndex { service in !left.contains { $0.sources.contains(service.name) } } ?? 0
            order.append(left.remove(at: next).name)
        }
        return order + services.filter(isLast).map(\.name)
    }
}
