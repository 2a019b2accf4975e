import Calendar
import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import Storage
import Testing

/// A user that sends requests to a catalog.
struct Person {
    let user: UserID
    let catalog: CatalogFixture
    var roles: [Role] = [.user]

    init(_ catalog: CatalogFixture, roles: [Role] = [.user], user: UserID = .make()) {
        self.user = user
        self.catalog = catalog
        self.roles = roles
    }

    func context(key: String? = nil) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: roles, session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: Contracts.Method.defaultTimeoutMs),
            traceparent: nil
        )
    }

    /// Adds a food, of 100 kcal by default.
    @discardableResult
    func add(
        _ name: String,
        id: FoodID? = nil,
        key: String? = nil,
        _ fill: (inout FoodChange) -> Void = { _ in }
    ) async throws -> Food {
        var change = FoodChange()
        change.name = .set(name)
        change.kcal = .set(100)
        fill(&change)
        return try await catalog.service.addFood(CatalogFoodsAdd(change, id: id).checked(), context(key: key))
    }

    @discardableResult
    func change(_ id: FoodID, ifVersion: Int? = nil, _ fill: (inout FoodChange) -> Void) async throws -> Food {
        var change = FoodChange()
        fill(&change)
        let request = CatalogFoodsUpdate(id, change, ifVersion: ifVersion)
        return try await catalog.service.updateFood(request.checked(), context())
    }

    func remove(_ id: FoodID, ifVersion: Int? = nil) async throws {
        _ = try await catalog.service.removeFood(CatalogFoodsRemove(id: id, ifVersion: ifVersion), context())
    }

    func get(_ id: FoodID) async throws -> Food {
        try await catalog.service.getFood(CatalogGet(id: id), context())
    }

    /// Returns the names that the user finds.
    func names(_ query: String) async throws -> [String] {
        try await catalog.service.searchFoods(CatalogSearch(q: query), context()).items.map(\.name)
    }
}

/// Returns the error of `body` if it is a service error; nil if `body` succeeds.
func refusal(_ body: () async throws -> Void) async throws -> ServiceError? {
    do {
        try await body()
        return nil
    } catch let error as ServiceError {
        return error
    }
}

/// Returns the fields named in the rejection of `body`; none if it succeeds.
func refusedFields(_ body: () async throws -> Void) async throws -> [String] {
    guard let error = try await refusal(body) else { return [] }
    return error.code == .invalid ? error.details.map(\.field) : ["not invalid but \(error.code)"]
}

extension CatalogFixture {
    /// Erases a user's account.
    func erase(_ user: UserID, sequence: Int64 = 1) async throws {
        let event = Event(
            id: .make(),
            source: .auth,
            type: AccountErased.type,
            subject: user,
            time: Timestamp.now(),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(AccountErased())
        )
        #expect(try await store.apply(event, epoch: "auth", FoodCatalogSchema.erasure()))
    }
}
