package import Contracts
package import Storage

extension RemoteFoods {
    /// Stores a food from the cache of answers, or one that its source still finds by its id.
    package func importFood(_ request: CatalogRemoteImport, for user: UserID?) async throws -> Food {
        guard let client = try clients(for: request.source).first else { throw ServiceError.notFound("source") }
        return try await storeInCatalog(try await food(request.sourceId, for: user, at: client), request.source)
    }

    private func food(_ id: String, for user: UserID?, at client: RemoteSourceClient) async throws -> ImportedFood {
        if let cached = try await client.cachedFood(id) { return cached }
        let source = client.source.name
        guard let question = client.source.question(forSourceID: id) else {
            throw ServiceError(
                .notFound,
                "\(source.title) has not returned this food recently; search for it again, and then import it.",
                params: ["source": source.rawValue]
            )
        }
        do throws(RemoteFailure) {
            let answer = try await client.ask(question, for: user, timeoutMs: timeoutMs)
            if let food = answer.foods.first { return food }
        } catch {
            throw error.serviceError(source)
        }
        throw ServiceError.notFound("food at \(source.title)")
    }
}

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
            return try FoodTable.stored(food.catalogID(of: source), transaction.reader)
        }
        vocabulary.invalidate()
        guard let stored else { throw ServiceError(.internalError, "A stored food is missing.") }
        return stored.food.detailed(in: nil, for: nil, version: stored.version)
    }
}
