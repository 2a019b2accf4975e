/// The name under which a service registers with the broker; also the name of its executable.
///
/// The names stand beside the ``ServiceDescription`` of each service.
package struct ServiceName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The services, each with a process of its own.
    package static let all = ServiceDescription.all.map(\.name)

    /// The services with a database of users' data.
    package static let withDatabase = ServiceDescription.all.filter(\.hasDatabase).map(\.name)

    /// Second names of services, for long-running methods.
    ///
    /// They have a queue and a capacity of their own, so they never delay other methods.
    package static let bulk = ServiceDescription.all.flatMap(\.bulkNames)

    /// All names that Mealwire uses; external processes may not register them.
    package static let reserved = all + bulk

    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    /// The service that this name belongs to: a bulk name begins with its service's.
    package var owner: ServiceName {
        guard Self.bulk.contains(self) else { return self }
        return Self.all.first { rawValue.hasPrefix($0.rawValue + "-") } ?? self
    }
}
