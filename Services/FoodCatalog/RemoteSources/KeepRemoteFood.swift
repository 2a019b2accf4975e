package import Contracts

extension RemoteFoods {
    /// Stores a food from the cache of answers, or one that its source still finds by its id.
    package func keep(_ request: CatalogRemoteKeep) async throws -> Food {
        var rules = RuleChecker()
        rules.require(request.sourceId, length: CatalogRemoteKeep.sourceIDLength, "sourceId")
        try rules.finish()
        guard let client = try clients(for: request.source).first else { throw ServiceError.notFound("source") }
        return try await storeInCatalog(try await food(request.sourceId, at: client), request.source)
    }

    private func food(_ id: String, at client: RemoteSourceClient) async throws -> ImportedFood {
        if let cached = try await client.cachedFood(id) { return cached }
        let source = client.source.name
        guard let question = client.source.question(forSourceID: id) else {
            throw ServiceError(
                .notFound,
                "\(source.title) has not returned this food recently; search for it again, and then keep it.",
                params: ["source": source.rawValue]
            )
        }
        do throws(RemoteFailure) {
            let answer = try await client.ask(question, timeoutMs: timeoutMs)
            if let food = answer.foods.first { return food }
        } catch {
            throw error.serviceError(source)
        }
        throw ServiceError.notFound("food at \(source.title)")
    }
}
