import Calendar
import Contracts
import FoodCatalog
import Foundation
import Storage
import Synchronization
import Testing

/// A catalog that receives constructed events of diary, profile and auth.
final class UseFixture: Sendable {
    let catalog: CatalogFixture
    /// The reported changes of numbers of users: food, old and new number.
    private let changes = Mutex<[String]>([])
    private let sequences = Mutex<[ServiceName: Int64]>([:])

    private init(_ catalog: CatalogFixture) { self.catalog = catalog }

    /// Opens an empty catalog that has loaded the snapshots of all sources.
    static func use(_ body: (UseFixture) async throws -> Void) async throws {
        try await CatalogFixture.use { catalog in
            for source in [ServiceName.diary, .profile] {
                try await catalog.store.endReload(of: source, at: Beacon(epoch: "epoch", last: 0))
            }
            try await body(UseFixture(catalog))
        }
    }

    var store: Store { catalog.store }

    /// Returns and clears the reported changes of numbers of users.
    func takeReportedChanges() -> [String] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }

    private var onChange: FoodUse.PopularityChange {
        { food, old, new, transaction in
            self.changes.withLock { $0.append("\(food) \(old) \(new)") }
            try FoodPopularity.rerank(food, old, new, transaction)
        }
    }

    private func eventSubscriber(of source: ServiceName) -> EventSubscriber {
        switch source {
        case .diary: DiarySubscription.subscriber(onPopularityChange: onChange)
        case .profile: ProfileSubscription.subscriber
        default: FoodCatalogSchema.erasure(onPopularityChange: onChange)
        }
    }

    /// Creates the next event of a source.
    func event(_ payload: some EventPayload, of user: UserID, from source: ServiceName) throws -> Event {
        let sequence = sequences.withLock { sequences in
            sequences[source, default: 0] += 1
            return sequences[source, default: 0]
        }
        return try fact(payload, of: user, from: source, sequence: sequence)
    }

    /// Creates an event, or a fact of a snapshot, of a source.
    func fact(
        _ payload: some EventPayload,
        of user: UserID,
        from source: ServiceName,
        sequence: Int64 = 0
    ) throws -> Event {
        Event(
            id: .make(),
            source: source,
            type: type(of: payload).type,
            subject: user,
            time: Timestamp.now(),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(payload)
        )
    }

    /// Applies an event as a subscription does; returns whether it was applied.
    @discardableResult
    func apply(_ event: Event) async throws -> Bool {
        try await store.apply(event, epoch: "epoch", eventSubscriber(of: event.source))
    }

    /// Applies a diary event with the number of a user's entries of a food.
    func logged(_ food: FoodID, _ count: Int, by user: UserID) async throws {
        #expect(try await apply(try event(Self.state(food, count), of: user, from: .diary)))
    }

    func erase(_ user: UserID) async throws {
        #expect(try await apply(try event(AccountErased(), of: user, from: .auth)))
    }

    /// Applies a page of a snapshot, after one user and up to another one unless the page is the last.
    func reload(_ facts: [Event], from source: ServiceName, after: UserID? = nil, next: UserID? = nil) async throws {
        let page = Snapshot.Reply(
            epoch: "restored",
            sequence: 0,
            events: facts,
            next: next.map { Snapshot.Position(subject: $0, key: "~") }
        )
        let position = after.map { Snapshot.Position(subject: $0, key: "~") }
        try await store.apply(page, after: position, eventSubscriber(of: source))
    }

    static func state(
        _ food: FoodID,
        _ count: Int,
        at time: String = "2026-03-10T12:00:00.000Z",
        amount: UsualFoodAmount? = nil
    ) -> FoodLogged {
        FoodLogged(
            foodId: food,
            count: count,
            lastAt: count > 0 ? time : nil,
            lastMeal: count > 0 ? .lunch : nil,
            lastAmount: amount
        )
    }

    func uses(of user: UserID, limit: Int = 100) async throws -> [FoodID: Int] {
        let uses = try await store.read { try FoodUse.of(user, $0, limit: limit).map { ($0.foodID, $0.uses) } }
        return Dictionary(uniqueKeysWithValues: uses)
    }

    func popularity(_ foods: [FoodID]) async throws -> [FoodID: FoodUse.Popularity] {
        try await store.read { try FoodUse.popularity(of: foods, $0) }
    }

    /// Returns whether the stored totals equal the sums of the users' uses.
    func totalsAreConsistent() async throws -> Bool {
        try await store.read { reader in
            let sums = "SELECT food_id, sum(uses) AS uses, count(*) AS users FROM food_use GROUP BY food_id"
            let kept = "SELECT food_id, uses, users FROM food_popularity"
            return try reader.rows(
                """
                SELECT * FROM (\(sums) EXCEPT \(kept)) AS more UNION ALL
                SELECT * FROM (\(kept) EXCEPT \(sums)) AS fewer
                """
            )
            .isEmpty
        }
    }

    func allergens(of user: UserID) async throws -> [Allergen] {
        try await store.read { try PersonTable.allergens(of: user, $0) }
    }

    static func profile(allergens: [String]?) -> ProfileChanged {
        ProfileChanged(
            name: "Olena",
            timeZone: "UTC",
            dayStartHour: 0,
            weekStart: 1,
            shares: Shares(),
            allergens: allergens
        )
    }
}
