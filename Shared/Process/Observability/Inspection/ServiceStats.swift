package import Contracts
package import JSONCoding

/// Returns statistics of an instance of a service since its start; every service has this method.
package struct ServiceStats: Codable, Sendable {
    package struct Reply: Codable, Sendable {
        package var service: ServiceName
        /// The process that replied and counted.
        package var instance: String
        /// The start of counting; RFC 3339, UTC.
        package var startedAt: String
        /// Maximum number of concurrent requests from the broker, for all methods together.
        package var capacity: Int
        /// Requests in progress.
        package var inFlight: Int
        package var methods: [MethodStats]

        package init(
            service: ServiceName,
            instance: String,
            startedAt: String,
            capacity: Int,
            inFlight: Int,
            methods: [MethodStats]
        ) {
            self.service = service
            self.instance = instance
            self.startedAt = startedAt
            self.capacity = capacity
            self.inFlight = inFlight
            self.methods = methods
        }
    }

    package init() {}

    /// The method with which a service returns its statistics.
    ///
    /// For Mealwire's own processes only: the load of a server is not for its users.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).stats", of: service, .read, .services)
    }
}

/// Statistics of one method in one process.
///
/// Times are in microseconds, from reading the request to the end of its work. Earlier waiting is excluded, because it
/// does not depend on the method.
package struct MethodStats: Codable, Sendable, Equatable {
    package var name: String
    /// Answered requests, without those in progress.
    package var requests: Int
    /// Requests answered with an error, including errors of the caller.
    package var errors: Int
    package var inFlight: Int
    package var totalUs: Int
    /// The time of the last answered request; null before the first.
    @Nullable package var lastUs: Int?
    /// The time of the slowest request; null before the first.
    @Nullable package var maximumUs: Int?

    package init(
        name: String,
        requests: Int,
        errors: Int,
        inFlight: Int,
        totalUs: Int,
        lastUs: Int?,
        maximumUs: Int?
    ) {
        self.name = name
        self.requests = requests
        self.errors = errors
        self.inFlight = inFlight
        self.totalUs = totalUs
        self.lastUs = lastUs
        self.maximumUs = maximumUs
    }
}
