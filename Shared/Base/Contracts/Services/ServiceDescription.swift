/// The description of a service: everything that other modules, scripts, units and containers need to know of it.
///
/// Each service has one beside its contracts. ``all`` lists them, and no other list of services is written by hand: the
/// stack, permissions, erasure, exports, backups and documents derive theirs. The command `mealwire services` derives
/// the units, the composition and the list that scripts read.
package struct ServiceDescription: Sendable {
    /// What a process of the service needs of its host.
    package struct Needs: Sendable, Equatable {
        /// The memory limit of the process, in MiB.
        package let memoryMiB: Int
        /// The sentence that justifies the limit, for the unit.
        package let memoryReason: String
        /// The names of secrets that the process reads.
        package let secrets: [String]
        /// Whether its target has resources, which must be beside the executable.
        package let hasResources: Bool

        package init(
            memoryMiB: Int,
            _ memoryReason: String,
            secrets: [String] = [],
            hasResources: Bool = false
        ) {
            self.memoryMiB = memoryMiB
            self.memoryReason = memoryReason
            self.secrets = secrets
            self.hasResources = hasResources
        }
    }

    package let name: ServiceName
    /// A few words for lists of units.
    package let title: String
    /// The second names of the process, for long-running methods; each begins with ``name``.
    package let bulkNames: [ServiceName]
    /// Whether the service has a database.
    ///
    /// It holds data of users, so the service exports and erases them.
    package let hasDatabase: Bool
    /// Whether several processes of the service run side by side; they have no database.
    package let hasInstances: Bool
    /// The services that it calls while it handles a request; see ``CallGraph``.
    package let callees: Set<ServiceName>
    /// The services with events that it follows.
    package let sources: Set<ServiceName>
    /// Its part of the HTTP interface; nil if it has none of its own.
    package let area: APIArea?
    /// The permissions of personal access tokens for its routes.
    package let scopes: [Scope]
    /// The path of a route that works without the other services, for checks of this one; nil without a database.
    package let probePath: String?
    package let needs: Needs
    private let makeEvents: @Sendable () -> [any EventPayload.Type]
    private let makeContracts: @Sendable () -> [[any Contract.Type]]

    /// Describes a service, with a list for each of its files of contracts.
    ///
    /// The lists of types are made when they are read: a list brings the code of all its types into memory, 2 MB
    /// for all contracts, and most processes need the names of services alone.
    package init(
        _ name: ServiceName,
        _ title: String,
        bulkNames: [ServiceName] = [],
        hasDatabase: Bool,
        hasInstances: Bool = false,
        callees: Set<ServiceName> = [],
        sources: Set<ServiceName> = [],
        area: APIArea? = nil,
        scopes: [Scope] = [],
        probePath: String? = nil,
        events: @escaping @autoclosure @Sendable () -> [any EventPayload.Type] = [],
        contracts: @escaping @autoclosure @Sendable () -> [[any Contract.Type]],
        needs: Needs
    ) {
        self.name = name
        self.title = title
        self.bulkNames = bulkNames
        self.hasDatabase = hasDatabase
        self.hasInstances = hasInstances
        self.callees = callees
        self.sources = sources
        self.area = area
        self.scopes = scopes
        self.probePath = probePath
        self.needs = needs
        makeEvents = events
        makeContracts = contracts
    }

    /// The payloads of the events that it publishes.
    package var events: [any EventPayload.Type] { makeEvents() }

    /// Its contracts, in the order of its files.
    package var contracts: [any Contract.Type] { makeContracts().flatMap(\.self) }

    /// The name of its target, and of the folder in Services: `food-catalog` is `FoodCatalog`.
    package var target: String {
        name.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
