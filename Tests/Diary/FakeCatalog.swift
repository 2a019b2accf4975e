import Contracts
import Synchronization

/// A catalog with the foods of the test, which can fail on request.
final class FakeCatalog: Sendable {
    private struct State {
        var foods: [FoodID: Food] = [:]
        var owners: [FoodID: UserID] = [:]
        var shared: Set<FoodID> = []
        var failure: ServiceError?
        var timesLeftMs: [Int] = []
    }

    private let state = Mutex(State())

    func put(_ food: Food) { state.withLock { $0.foods[food.id] = food } }

    /// Adds a food of one user; other users see it only if it is shared.
    func put(_ food: Food, of owner: UserID, isShared: Bool = false) {
        state.withLock { state in
            state.foods[food.id] = food
            state.owners[food.id] = owner
            if isShared { state.shared.insert(food.id) } else { state.shared.remove(food.id) }
        }
    }

    func fail(_ error: ServiceError?) { state.withLock { $0.failure = error } }

    /// The remaining time of each request, in milliseconds.
    var timesLeftMs: [Int] { state.withLock { $0.timesLeftMs } }

    func food(_ id: FoodID, _ context: RequestContext) throws -> Food {
        try state.withLock { state in
            state.timesLeftMs.append(context.deadline.millisecondsLeft)
            if let failure = state.failure { throw failure }
            guard var food = state.foods[id] else { throw ServiceError.notFound("food") }
            guard let owner = state.owners[id] else { return food }
            let isShared = state.shared.contains(id)
            if owner == context.principal?.user {
                (food.own, food.shared, food.version) = (true, isShared, 1)
            } else if !isShared {
                throw ServiceError.notFound("food")
            }
            return food
        }
    }
}
