package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage

/// Who people are, what they want, and the targets that follow from it.
package struct ProfileService: Sendable {
    /// Applies what auth has told until now.
    package typealias CatchUp = @Sendable (RequestContext) async throws -> Void

    let store: Store
    let keeper: TargetKeeper
    let now: @Sendable () -> Date
    private let catchUp: CatchUp

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - store: Its own database.
    ///   - keeper: What works out targets.
    ///   - now: The wall clock.
    ///   - catchUp: How to learn of a registration that has not been told here yet.
    package init(
        store: Store,
        keeper: TargetKeeper,
        now: @escaping @Sendable () -> Date,
        catchUp: @escaping CatchUp
    ) {
        self.store = store
        self.keeper = keeper
        self.now = now
        self.catchUp = catchUp
    }

    /// Every method that this service answers.
    package var endpoints: [Endpoint] {
        [
            .handle(ProfileGet.self, get),
            .handle(ProfileUpdate.self, update),
            .handle(ProfileTargets.self, targets),
            .handle(ProfileMissing.self, missing),
            .handle(ProfileMeasurementsList.self, measurements),
            .handle(ProfileMeasurementsAdd.self, addMeasurement),
            .handle(ProfileMeasurementsRemove.self, removeMeasurement),
            .handle(ProfileTargetsSet.self, setTarget),
            .handle(ProfileTargetsReset.self, resetTarget),
            .handle(ProfileImagePage.self, keepImagePage),
            .handle(ProfileImageSet.self, setImage),
            .handle(ProfileImageRemove.self, removeImage),
            .handle(ProfileImageGet.self, image),
        ]
    }

    /// The user's row; where there is none, registrations are caught up with, and then defaults are made.
    func loadOrMake(_ user: UserID, _ context: RequestContext) async throws -> ProfileRow {
        if let row = try await store.read({ try $0.profile(of: user) }) { return row }
        // Without auth, defaults must do; its news fill them later.
        try? await catchUp(context.leavingTime)
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

extension RequestContext {
    /// The same request with half of its time, for a question whose answer the request can do without.
    var leavingTime: RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: .after(milliseconds: deadline.millisecondsLeft / 2),
            traceparent: traceparent
        )
    }
}
