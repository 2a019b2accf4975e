package import Contracts
package import FoundationEssentials
package import MessageBus
package import Storage
import StoredImages

/// The profile service's methods: profiles, measurements, images and targets.
package struct ProfileService: Sendable {
    /// Applies auth's events so far.
    package typealias CatchUp = @Sendable (RequestContext) async throws -> Void

    let store: Store
    let targetWorker: PendingTargetWorker
    let now: @Sendable () -> Date
    private let catchUp: CatchUp

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The service's database.
    ///   - targetWorker: Calculates pending targets.
    ///   - now: The wall clock.
    ///   - catchUp: Applies auth's events, to find a registration that has not arrived yet.
    package init(
        store: Store,
        targetWorker: PendingTargetWorker,
        now: @escaping @Sendable () -> Date,
        catchUp: @escaping CatchUp
    ) {
        self.store = store
        self.targetWorker = targetWorker
        self.now = now
        self.catchUp = catchUp
    }

    /// The endpoints of all methods.
    package var endpoints: [Endpoint] {
        [
            .handle(ProfileGet.self, get),
            .handle(ProfileUpdate.self, update),
            .handle(ProfileTargets.self, targets),
            .handle(ProfileMissing.self, missing),
            .handle(ProfileMeasurementsList.self, measurements),
            .write(ProfileMeasurementsAdd.self, addMeasurement),
            .write(ProfileMeasurementsPut.self, putMeasurement),
            .handle(ProfileMeasurementsRemove.self, removeMeasurement),
            .write(ProfileTargetsSet.self, setTarget),
            .write(ProfileTargetsReset.self, resetTarget),
            .handle(ProfileImageAddresses.self, imageAddresses),
        ] + images.endpoints
    }

    /// Returns the user's profile.
    ///
    /// If there is none, applies pending registrations and, if there is still none, creates a profile of defaults.
    func loadOrCreate(_ user: UserID, _ context: RequestContext) async throws -> ProfileRow {
        if let row = try await store.read({ try $0.profile(of: user) }) { return row }
        // If auth does not answer, the defaults are used; its events fill them later.
        try? await catchUp(context.withHalfOfTimeLeft)
        let moment = now()
        return try await store.write(context) { transaction in
            if let row = try transaction.reader.profile(of: user) { return row }
            let row = ProfileRow(user: user, fields: ProfileFields(today: ProfileFields.utcToday(moment)))
            try transaction.insert(row)
            try transaction.emit(row.fields.event, of: user)
            return row
        }
    }
}
