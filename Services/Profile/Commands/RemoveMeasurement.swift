package import Contracts
import Storage

extension ProfileService {
    /// Removes a measurement; without the newest weight, the one before it is the profile's again.
    ///
    /// Who removes their only weight keeps it in the profile, which always has one.
    package func removeMeasurement(
        _ request: ProfileMeasurementsRemove,
        _ context: RequestContext
    ) async throws -> Empty {
        let user = try context.user()
        let moment = now()
        return try await untilNotOvertaken {
            let before = try await loadOrMake(user, context)
            let newest = try await store.read { try $0.newestWeight(of: user, except: request.id) }
            let prepared = try await prepare(before, before.weighing(newest), context)
            return try await store.once(request, context) { transaction in
                guard try transaction.removeMeasurement(request.id, of: user) else {
                    throw ServiceError.notFound("measurement")
                }
                try transaction.commit(prepared, at: moment)
                try transaction.requireNewestWeight(of: prepared.after)
                return Empty()
            }
        }
    }
}
