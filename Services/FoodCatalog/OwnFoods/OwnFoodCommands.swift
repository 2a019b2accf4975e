package import Contracts
import Storage
import StoredImages

extension FoodCatalogService {
    /// Adds a food of the caller's own; the caller's next search finds it.
    package func addFood(_ request: CatalogFoodsAdd, _ context: RequestContext) async throws -> Food {
        let (user, moment) = (try context.user(), now())
        let id = request.id ?? .make()
        var own = OwnFood(id: id, of: user, type: .own)
        request.fields.apply(to: &own)
        let added = own
        let food = try await store.writeIdempotently(request, context) { transaction in
            let before = try transaction.reader.ownFood(addedAs: id, of: user, at: moment) {
                try $0.food.isEntered(as: added.row())
            }
            if let before { return before.food.detailed(in: nil, for: user, version: before.version) }
            return try transaction.insert(added).detailed(in: nil, for: user, version: 1)
        }
        vocabulary.invalidate()
        return try await images.signed(food, \.imageURL)
    }

    /// Changes a food of the caller's own.
    package func updateFood(_ request: CatalogFoodsUpdate, _ context: RequestContext) async throws -> Food {
        let (user, moment) = (try context.user(), now())
        let food = try await store.writeIdempotently(request, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            guard stored.food.type == .own else {
                throw ServiceError(
                    .conflict,
                    "This is a recipe: its numbers come from its ingredients; change it as a recipe."
                )
            }
            var own = OwnFood(stored.food, of: user)
            request.change.apply(to: &own)
            let (row, version) = try transaction.replace(stored, with: own)
            return row.detailed(in: nil, for: user, version: version)
        }
        vocabulary.invalidate()
        return try await images.signed(food, \.imageURL)
    }

    /// Removes a food of the caller's own; diary entries of it are unaffected.
    package func removeFood(_ request: CatalogFoodsRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        let reply = try await store.writeIdempotently(request, context) { transaction in
            let stored = try transaction.reader.ownFood(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            var writer = FoodWriter(transaction)
            try transaction.removeOwn(stored, &writer)
            try writer.finish()
            return Empty()
        }
        vocabulary.invalidate()
        return reply
    }
}
