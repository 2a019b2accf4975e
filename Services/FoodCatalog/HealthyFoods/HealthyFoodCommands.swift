package import Contracts
import JSONCoding
import Storage

extension FoodCatalogService {
    /// Adds a food to the list of healthy foods.
    package func addHealthyFood(
        _ request: CatalogHealthyAdd,
        _ context: RequestContext
    ) async throws -> WrittenReply<HealthyFood> {
        let id = request.id ?? .make()
        return try await store.writeReply(to: request, context) { transaction in
            var food = HealthyFoodRow(id: id)
            food.apply(request.fields)
            try transaction.reader.requireFood(of: request.fields)
            try HealthyFoodTable.insert(food, transaction)
            return food.detailed(in: nil)
        }
    }

    /// Changes a food of the list of healthy foods.
    package func updateHealthyFood(
        _ request: CatalogHealthyUpdate,
        _ context: RequestContext
    ) async throws -> WrittenReply<HealthyFood> {
        try await store.writeReply(to: request, context) { transaction in
            let before = try transaction.reader.healthyFood(request.id, ifVersion: request.ifVersion)
            var food = before
            food.apply(request.change)
            guard food != before else { return before.detailed(in: nil) }
            try transaction.reader.requireFood(of: request.change)
            food.version += 1
            try HealthyFoodTable.replace(food, transaction)
            return food.detailed(in: nil)
        }
    }

    /// Removes a food from the list of healthy foods.
    package func removeHealthyFood(_ request: CatalogHealthyRemove, _ context: RequestContext) async throws -> Empty {
        try await store.writeIdempotently(request, context) { transaction in
            let food = try transaction.reader.healthyFood(request.id, ifVersion: request.ifVersion)
            try HealthyFoodTable.remove(food.id, transaction)
            return Empty()
        }
    }
}

extension SQLReader {
    /// Returns the stored food.
    ///
    /// - Throws: `notFound`, `versionMismatch`.
    fileprivate func healthyFood(_ id: HealthyFoodID, ifVersion version: Int?) throws -> HealthyFoodRow {
        guard let food = try HealthyFoodTable.food(id, self) else { throw ServiceError.notFound("healthy food") }
        if let version, version != food.version {
            throw try ServiceError.versionMismatch(
                "healthy food",
                seen: version,
                current: food.detailed(in: nil),
                version: food.version
            )
        }
        return food
    }

    /// Checks the food that a change links to.
    ///
    /// - Throws: `invalid` if that food does not exist or is private.
    fileprivate func requireFood(of change: HealthyFoodChange) throws {
        guard let id = change.foodId.value else { return }
        let food = try FoodTable.stored(id, self)?.food
        guard let food, !food.isPrivate else {
            throw ServiceError.invalid([
                FieldError("foodId", .notAllowed, "foodId must be a food that all users can see.")
            ])
        }
    }
}
