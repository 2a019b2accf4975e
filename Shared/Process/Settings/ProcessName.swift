package import Contracts

/// The name of a program that reads settings: the executables of a stack, and the command line tool.
package struct ProcessName: RawRepresentable, Sendable, Hashable {
    package static let broker = Self(rawValue: "broker")
    package static let bridge = Self(rawValue: "bridge")
    package static let gateway = Self(rawValue: "gateway")
    package static let auth = service(.auth)
    package static let foodCatalog = service(.catalog)
    /// The command line tool; its own options are arguments of its commands.
    package static let mealwire = Self(rawValue: "mealwire")

    /// The processes that answer requests behind the broker.
    package static let services = ServiceName.all.map(service)
    /// The services with a database.
    package static let stores = ServiceName.withDatabase.map(service)
    /// The services with bulk methods.
    package static let bulkServices = services.filter { process in
        ServiceName.bulk.contains { service($0.owner) == process }
    }
    /// The processes of a stack.
    package static let stack = [broker, bridge, gateway] + services
    /// All programs.
    package static let all = stack + [mealwire]

    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Returns the name of a service's process.
    package static func service(_ name: ServiceName) -> ProcessName { ProcessName(rawValue: name.rawValue) }
}
