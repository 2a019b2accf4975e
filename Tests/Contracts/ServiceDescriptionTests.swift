import Contracts
import Testing

/// The lists that follow from the descriptions of services.
struct ServiceDescriptionTests {
    private static func service(_ name: String, hasDatabase: Bool = true, sources: Set<String> = [])
        -> ServiceDescription
    {
        ServiceDescription(
            ServiceName(rawValue: name),
            name,
            hasDatabase: hasDatabase,
            sources: Set(sources.map { ServiceName(rawValue: $0) }),
            contracts: [],
            needs: ServiceDescription.Needs(memoryMiB: 1, "None.")
        )
    }

    private static func copyOrder(_ services: [ServiceDescription]) -> [String] {
        ServiceDescription.copyOrder(of: services).map(\.rawValue)
    }

    @Test func `names, events and contracts belong to one service each`() {
        let names = ServiceName.reserved
        #expect(Set(names).count == names.count)
        #expect(API.events.count > 10)
        #expect(Set(API.events.map { $0.type }).count == API.events.count)
        for service in ServiceDescription.all {
            #expect(service.bulkNames.allSatisfy { $0.rawValue.hasPrefix("\(service.name)-") })
            #expect(service.contracts.allSatisfy { $0.method.service.owner == service.name }, "\(service.name)")
        }
    }

    @Test func `the lists of users' data contain each service with a database`() {
        #expect(ServiceName.withDatabase.count > 1)
        #expect(ServiceName.withDatabase == ServiceDescription.all.filter(\.hasDatabase).map(\.name))
        #expect(ExportPage.services == ServiceName.withDatabase)
        #expect([.auth] + AccountErased.subscribers == ServiceName.withDatabase)
        #expect(Set(ServiceDescription.copyOrder) == Set(ServiceName.withDatabase))
    }

    @Test func `several instances of a service have no database`() {
        #expect(ServiceDescription.all.allSatisfy { !($0.hasDatabase && $0.hasInstances) })
    }

    @Test func `a backup copies followers before their sources, and auth last`() {
        let order = ServiceDescription.copyOrder
        let first: [ServiceName] = [.catalog, .leaderboard, .diary, .profile, .auth]
        #expect(order.filter(first.contains) == first)
        #expect(order.last == .auth)
        for service in ServiceDescription.all where service.hasDatabase && service.name != .auth {
            let later = order.drop { $0 != service.name }
            #expect(service.sources.isSubset(of: later), "\(service.name)")
        }
    }

    @Test func `a new follower is copied before its sources, wherever the list has it`() {
        let (first, second) = (Self.service("first"), Self.service("second", sources: ["first"]))
        #expect(Self.copyOrder([first, second]) == ["second", "first"])
        #expect(Self.copyOrder([second, first]) == ["second", "first"])
        let auth = Self.service("auth", sources: ["first"])
        #expect(Self.copyOrder([auth, first, second]) == ["second", "first", "auth"])
        #expect(Self.copyOrder([first, Self.service("without", hasDatabase: false)]) == ["first"])
    }

    @Test func `services that follow each other are copied once each`() {
        let (one, other) = (Self.service("one", sources: ["other"]), Self.service("other", sources: ["one"]))
        #expect(Self.copyOrder([one, other]) == ["one", "other"])
    }

    @Test func `the target has the name of the service without hyphens`() {
        #expect(ServiceDescription.all.map(\.target).contains("FoodCatalog"))
        #expect(Self.service("diary").target == "Diary")
    }
}
