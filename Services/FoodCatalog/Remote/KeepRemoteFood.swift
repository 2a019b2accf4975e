package import Contracts

extension RemoteFoods {
    /// Stores a food from the cache of answers, or one that its source still finds by its id.
    package func keep(_ request: CatalogRemoteKeep) async throws -> Food {
        var rules = RuleChecker()
        rules.require(request.sourceId, length: CatalogRemoteKeep.sourceIDLength, "sourceId")
        try rules.finish()
        guard let desk = try desks(for: request.source).first else { throw ServiceError.notFound("source") }
        return try await keepInCatalogue(try await food(request.sourceId, at: desk), request.source)
    }

    private func food(_ id: String, at desk: RemoteDesk) async throws -> ImportedFood {
        if let kept = try await desk.keptFood(id) { return kept }
        let source = desk.source.name
        guard let question = desk.source.question(forSourceID: id) else {
            throw ServiceError(
                .notFound,
                "\(source.title) has not answered this food lately; search for it again, and then keep it.",
                params: ["source": source.rawValue]
            )
        }
        do throws(RemoteFailure) {
            let answer = try await desk.ask(question, timeoutMs: timeoutMs)
            if let food = answer.foods.first { return food }
        } catch {
            throw error.serviceError(source)
        }
        throw ServiceError.notFound("food at \(source.title)")
    }
}
