package import Contracts
import Storage

extension ProfileService {
    /// Removes a measurement; without the newest weight or body fat, the one before it is the profile's again.
    ///
    /// The profile keeps the value of the only measurement of its kind: it always has a weight, and a body fat may be
    /// needed by the formula. A change of the profile takes the body fat out.
    package func removeMeasurement(
        _ request: ProfileMeasurementsRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let user = try context.user()
        let moment = now()
        return try await untilNotOvertaken {
            let before = try await loadOrMake(user, context)
            let newest = try await store.read { reader in
                let removed = try reader.measurement(request.id, of: user)
                return try reader.newest(for: [removed?.kind], of: user, except: request.id)
            }
            let prepared = try await prepare(before, before.measuring(newest), context)
            return try await store.once(request, context) { transaction in
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
