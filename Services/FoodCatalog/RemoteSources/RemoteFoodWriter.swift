package import Contracts
package import Storage

/// Stores foods of remote sources in the catalog, checked and flagged like any other food.
package enum RemoteFoodWriter {
    /// Inserts or updates the food; stored values that are more detailed are kept.
    ///
    /// - Throws: `conflict`, with the reason, for a food that the catalog rejects.
    package static func store(
        _ food: ImportedFood,
        of source: String,
        in store: Store,
        _ vocabulary: VocabularyCache
    ) async throws -> Food {
        let stored = try await store.write { transaction in
            let reply = try ImportFoods.put([food], source: source, from: .remote, transaction)
            if let refused = reply.refused.first {
                throw ServiceError(.conflict, "The catalog rejects this food: it \(refused.reason).")
            }
            let id = food.id ?? FoodIdentity.id(source: source, sourceID: food.sourceID)
            return try FoodTable.stored(id, transaction.reader)
        }
        vocabulary.invalidate()
        guard let stored else { throw ServiceError(.internalError, "A stored food is missing.") }
        return stored.food.detailed(in: nil, for: nil, version: stored.version)
    }
}
