package import Contracts
import Observability

/// All methods of this version by name, with those that every service has: for callers that have only a name, such as
/// `mealwire call`.
///
/// The service cannot be derived from a method's name: `catalog.search` belongs to the food catalog.
package enum KnownMethods {
    private static let inspections = [Ping.method, ServiceInfo.method, ServiceStats.method]

    /// All methods, those of single services first.
    package static let all: [Method] =
        API.contracts.map { $0.method }
        + API.publishers.flatMap { [EventsSince.method(of: $0), Snapshot.method(of: $0), ErasedUsers.method(of: $0)] }
        + ExportPage.services.map(ExportPage.method(of:))
        + [BrokerStatus.method]
        + ServiceName.reserved.flatMap { service in inspections.map { $0(service) } }

    /// Finds a method by its name; nil if there is none.
    package static func method(named name: String) -> Method? {
        all.first { $0.name == name }
    }
}
