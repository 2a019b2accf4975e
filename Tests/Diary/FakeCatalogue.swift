import Contracts
import Synchronization

/// A catalogue that knows what the test tells it, or fails as the test wants.
final class FakeCatalogue: Sendable {
    private struct State {
        var foods: [FoodID: Food] = [:]
        var owners: [FoodID: UserID] = [:]
        var shared: Set<FoodID> = []
        var failure: ServiceError?
        var timesLeftMs: [Int] = []
    }

    private let state = Mutex(State())

    func put(_ food: Food) { state.withLock { $0.foods[food.id] = food } }

    /// Has a food be somebody's own, which nobody else sees unless it is shared.
    func put(_ food: Food, of owner: UserID, isShared: Bool = false) {
        state.withLock { state in
            state.foods[food.id] = food
            state.owners[food.id] = owner
            if isShared { state.shared.insert(food.id) } else { state.shared.remove(food.id) }
        }
    }

    func fail(_ error: ServiceError?) { state.withLock { $0.failure = error } }

    /// How much time each question came with.
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
