package import Contracts
import Storage

extension ProfileService {
    /// Removes a measurement; the profile then has the value of the newest remaining weight or body fat.
    ///
    /// The profile keeps the value of the last measurement of a kind: it always has a weight, and the formula may need
    /// the body fat. A change of the profile can clear the body fat.
    package func removeMeasurement(
        _ request: ProfileMeasurementsRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let user = try context.user()
        let moment = now()
        return try await retryingVersionConflicts {
            let before = try await loadOrCreate(user, context)
            let newest = try await store.read { reader in
                let removed = try reader.measurement(request.id, of: user)
                return try reader.newest(for: [removed?.kind], of: user, except: request.id)
            }
            let prepared = try await prepare(before, before.measuring(newest), context)
            return try await store.writeIdempotently(request, context) { transaction in
                guard try transaction.removeMeasurement(request.id, of: user) else {
                    throw ServiceError.notFound("measurement")
                }
                try transaction.commit(prepared, at: moment)
                try transaction.requireNewest(newest.keys, of: prepared.after)
                return Empty()
            }
        }
    }
}
