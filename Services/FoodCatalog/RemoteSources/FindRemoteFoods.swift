package import Contracts

extension RemoteFoods {
    /// Asks the requested sources concurrently.
    package func find(_ request: CatalogRemote, for user: UserID?) async throws -> CatalogRemote.Reply {
        let clients = try clients(for: request.source)
        let question = RemoteQuestion.words(typed: request.q, language: request.language)
        let limit = request.limit ?? CatalogRemote.limitDefault
        var found: [RemoteSourceName: Found] = [:]
        await withTaskGroup(of: Found.self) { group in
            for client in clients { group.addTask { await ask(client, question, user) } }
            for await answer in group { found[answer.source] = answer }
        }
        var reply = CatalogRemote.Reply(items: [], sources: [])
        for answer in clients.compactMap({ found[$0.source.name] }) {
            reply.items += answer.foods.prefix(limit).compactMap {
                RemoteFood(
                    $0,
                    of: answer.source,
                    id: $0.catalogID(of: answer.source.rawValue),
                    flags: FoodChecks.flags(of: $0)
                )
            }
            reply.sources.append(answer.report)
        }
        return reply
    }

    /// The outcome of a question at one source.
    private struct Found: Sendable {
        let source: RemoteSourceName
        let foods: [ImportedFood]
        let report: CatalogRemote.Source
    }

    private func ask(_ client: RemoteSourceClient, _ question: RemoteQuestion, _ user: UserID?) async -> Found {
        let name = client.source.name
        do throws(RemoteFailure) {
            let answer = try await client.ask(question, for: user, timeoutMs: timeoutMs)
            let report = CatalogRemote.Source(source: name, state: .answered, leftOut: answer.leftOut)
            return Found(source: name, foods: answer.foods, report: report)
        } catch {
            let report = CatalogRemote.Source(
                source: name,
                state: error.state,
                reason: error.sentence(name),
                retryAfterSeconds: error.retryAfterSeconds
            )
            return Found(source: name, foods: [], report: report)
        }
    }
}
