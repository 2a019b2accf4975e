/// The reply of `GET /health/ready`, which `mealwire up` reads as well.
package struct Readiness: Codable, Sendable, Equatable {
    /// The state of a service that answers.
    package static let readyState = "ready"

    /// `ready` or `notReady`.
    package var status: String
    /// Present only until the gateway itself is ready.
    package var gateway: String?
    /// The state of each service by its name: ``readyState``, or the error code of its answer.
    package var services: [String: String]

    /// Derives the status.
    ///
    /// `isCaughtUp` says whether the gateway knows all ended sessions, which auth reports.
    package init(services: [String: String], isCaughtUp: Bool) {
        let isReady = isCaughtUp && services.values.allSatisfy { $0 == Self.readyState }
        status = isReady ? Self.readyState : "notReady"
        gateway = isCaughtUp ? nil : "catchingUp"
        self.services = services
    }

    /// Returns whether everything is ready except the omitted services.
    ///
    /// Without auth, the gateway cannot learn of ended sessions, so its own state does not count.
    package func isReady(without omitted: Set<ServiceName>) -> Bool {
        guard gateway == nil || omitted.contains(.auth) else { return false }
        return services.allSatisfy { name, state in
            state == Self.readyState || omitted.contains(ServiceName(rawValue: name))
        }
    }
}

/// The reply of `GET /health/live`.
package struct Liveness: Codable, Sendable, Equatable {
    /// Always `live`: a gateway that is not does not answer.
    package var status = "live"

    package init() {}
}
