/// What an instance of a service has done since it started; every service has this for nothing.
package struct ServiceStats: Codable, Sendable {
    package struct Reply: Codable, Sendable {
        package var service: ServiceName
        /// Which process answered, and counted.
        package var instance: String
        /// Since when it counts: RFC 3339, UTC.
        package var startedAt: String
        /// Requests that the broker may hand over at once, whatever their methods.
        package var capacity: Int
        /// Requests that are under way.
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

    /// The method under which a service tells its figures.
    ///
    /// For own processes only: how busy a server is, and with what, is no business of those who are signed in.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).stats", of: service, .read, .services)
    }
}

/// What one method has done in one process.
///
/// Times are microseconds from the moment at which the process read the request to the end of the work on it: what a
/// request waited before is not the method's doing.
package struct MethodStats: Codable, Sendable, Equatable {
    package var name: String
    /// Requests that were answered; those under way come later.
    package var requests: Int
    /// Those of them that were answered with an error, whoever made it.
    package var errors: Int
    package var inFlight: Int
    package var totalUs: Int
    /// Of the request answered last; null before the first.
    @Nullable package var lastUs: Int?
    /// Of the slowest request; null before the first.
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
        self._lastUs = Nullable(wrappedValue: lastUs)
        self._maximumUs = Nullable(wrappedValue: maximumUs)
    }
}
