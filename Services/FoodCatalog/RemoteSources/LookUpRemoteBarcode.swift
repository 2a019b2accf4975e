package import Contracts

/// The result of looking up an unknown barcode at the remote sources.
package enum RemoteLookUp: Sendable, Equatable {
    /// No source is enabled.
    case off
    case found(ImportedFood, RemoteSourceName)
    /// All sources answered, and none has it.
    case unknown
    /// No source that answered has it, and these did not answer.
    case unanswered([CatalogRemote.Source])
}

extension RemoteFoods {
    /// Asks all sources for a barcode concurrently, for at most ``lookUpMs``; the first source in their order wins.
    ///
    /// - Parameters:
    ///   - gtin: Digits of any form of a GTIN, checked by the caller.
    ///   - user: The user that asks; nil if none is known.
    /// - Returns: The result.
    package func lookUp(barcode gtin: String, for user: UserID?) async -> RemoteLookUp {
        guard isEnabled else { return .off }
        guard let barcode = RemoteBarcode(gtin) else { return .unknown }
        var outcomes: [RemoteSourceName: Result<RemoteAnswer, RemoteFailure>] = [:]
        let timeoutMs = min(timeoutMs, Self.lookUpMs)
        await withTaskGroup(of: (RemoteSourceName, Result<RemoteAnswer, RemoteFailure>).self) { group in
            for client in clients {
                group.addTask {
                    do throws(RemoteFailure) {
                        let answer = try await client.ask(.barcode(barcode), for: user, timeoutMs: timeoutMs)
                        return (client.source.name, .success(answer))
                    } catch {
                        return (client.source.name, .failure(error))
                    }
                }
            }
            for await (name, outcome) in group { outcomes[name] = outcome }
        }
        return Self.result(
            clients.compactMap { client in outcomes[client.source.name].map { (client.source.name, $0) } }
        )
    }

    /// Stores a food that a look-up has found.
    package func importFood(_ food: ImportedFood, of source: RemoteSourceName) async throws -> Food {
        try await storeInCatalog(food, source.rawValue)
    }

    private static func result(
        _ outcomes: [(RemoteSourceName, Result<RemoteAnswer, RemoteFailure>)]
    ) -> RemoteLookUp {
        var unanswered: [CatalogRemote.Source] = []
        for (name, outcome) in outcomes {
            switch outcome {
            case .success(let answer): if let food = answer.foods.first { return .found(food, name) }
            case .failure(let failure):
                unanswered.append(
                    CatalogRemote.Source(
                        source: name,
                        state: failure.state,
                        reason: failure.sentence(name),
                        retryAfterSeconds: failure.retryAfterSeconds
                    )
                )
            }
        }
        return unanswered.isEmpty ? .unknown : .unanswered(unanswered)
    }
}
