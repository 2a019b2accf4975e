package import Contracts
import FoundationEssentials
import JSONCoding
import Storage

extension ProfileService {
    /// Records a measurement.
    ///
    /// The profile has the values of the newest weight and body fat; a new value leads to a new target.
    package func addMeasurement(
        _ request: ProfileMeasurementsAdd,
        _ context: RequestContext
    ) async throws -> WrittenReply<Measurement> {
        try await record(request, request, context)
    }

    /// Records a measurement under an id that the client has chosen.
    package func putMeasurement(
        _ request: ProfileMeasurementsPut,
        _ context: RequestContext
    ) async throws -> WrittenReply<Measurement> {
        try await record(ProfileMeasurementsAdd(request), request, context)
    }

    /// Records a measurement once for the idempotency key of a request.
    ///
    /// A removed id is refused if the request is a PUT. It was accepted by POST since the first version.
    private func record<Request: Contract>(
        _ measurement: ProfileMeasurementsAdd,
        _ request: Request,
        _ context: RequestContext
    ) async throws -> WrittenReply<Measurement> where Request.Reply == Measurement {
        let user = try context.user()
        let moment = now()
        let atMs = try MeasurementRules.momentMs(of: measurement, now: moment)
        return try await retryingVersionConflicts {
            let before = try await loadOrCreate(user, context)
            let requested = MeasurementRow(measurement, atMs: atMs, by: before.fields)
            let newest = try await newest(after: requested, user)
            let prepared = try await prepare(before, before.measuring(newest), context)
            return try await store.writeReply(to: request, context) { transaction in
                if request is ProfileMeasurementsPut { try transaction.requireNotRemoved(requested, of: user) }
                let recorded = try transaction.record(requested, isTimed: measurement.at != nil, of: user)
                try transaction.commit(prepared, at: moment)
                try transaction.requireNewest(newest.keys, of: prepared.after)
                return recorded.measurement
            }
        }
    }

    /// Removes a measurement; the profile then has the value of the newest remaining weight or body fat.
    ///
    /// The profile keeps the value of the last measurement of a kind: it always has a weight, and the formula may need
    /// the body fat. A change of the profile can clear the body fat.
    ///
    /// The id is remembered as removed.
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
                let isThere = try transaction.removeMeasurement(request.id, of: user)
                guard isThere || request.ifAbsent == .remember else { throw ServiceError.notFound("measurement") }
                try transaction.rememberRemoval(of: request.id, user, at: moment)
                guard isThere else { return Empty() }
                try transaction.commit(prepared, at: moment)
                try transaction.requireNewest(newest.keys, of: prepared.after)
                return Empty()
            }
        }
    }

    /// Returns the newest measurements after a change, of those affected kinds that set fields of the profile.
    private func newest(
        after requested: MeasurementRow,
        _ user: UserID
    ) async throws -> [MeasurementKind: MeasurementRow] {
        try await store.read { reader in
            let replaced = try reader.measurement(like: requested, of: user)
            let after = requested.with(id: replaced?.id ?? requested.id)
            return try reader.newest(for: [requested.kind, replaced?.kind], of: user, except: replaced?.id) {
                kind,
                other in
                guard kind == requested.kind else { return other }
                return other.map { max($0, after) } ?? after
            }
        }
    }
}

extension MeasurementKind {
    /// The kinds with a newest measurement that sets a field of the profile.
    fileprivate static let ofProfile: Set<MeasurementKind> = [.weight, .bodyFat]
}

extension SQLReader {
    /// Returns the newest measurement of each given kind that sets a field of the profile.
    func newest(
        for kinds: [MeasurementKind?],
        of user: UserID,
        except id: MeasurementID?,
        _ choose: (MeasurementKind, MeasurementRow?) -> MeasurementRow? = { $1 }
    ) throws -> [MeasurementKind: MeasurementRow] {
        var newest: [MeasurementKind: MeasurementRow] = [:]
        for kind in MeasurementKind.ofProfile.intersection(kinds.compactMap(\.self)) {
            newest[kind] = choose(kind, try self.newest(kind, of: user, except: id))
        }
        return newest
    }
}

extension ProfileRow {
    /// Returns the profile with the values of the newest measurements.
    ///
    /// A kind without a measurement leaves the profile's own value.
    func measuring(_ newest: [MeasurementKind: MeasurementRow]) -> ProfileRow {
        var row = self
        if let weight = newest[.weight] {
            row.fields.weightKg = weight.value
            row.touched.insert("weightKg")
        }
        if let bodyFat = newest[.bodyFat] {
            row.fields.bodyFatPercent = bodyFat.value
            row.touched.insert("bodyFatPercent")
        }
        if row != self { row.version += 1 }
        return row
    }

    /// Returns the field that the newest measurement of a kind sets.
    fileprivate func value(of kind: MeasurementKind) -> Double? {
        kind == .weight ? fields.weightKg : fields.bodyFatPercent
    }
}

extension SQLTransaction {
    /// - Throws: ``VersionConflict`` if a concurrent request has recorded a newer measurement of one of the kinds.
    func requireNewest(_ kinds: some Sequence<MeasurementKind>, of row: ProfileRow) throws {
        for kind in kinds {
            guard let newest = try reader.newest(kind, of: row.user, except: nil) else { continue }
            if newest.value != row.value(of: kind) { throw VersionConflict() }
        }
    }

    /// Records new weight and body fat values of a profile change as measurements.
    ///
    /// Clearing the body fat in the profile removes no measurement: the next measurement sets it again.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - before: The profile before the change; nil if every value counts as new.
    ///   - row: The profile after the change.
    ///   - moment: The wall clock. The values become the newest even if another device's clock is ahead.
    /// - Throws: Errors of the database.
    func recordOwnMeasurements(
        in change: ProfileChange,
        before: ProfileRow?,
        _ row: ProfileRow,
        at moment: Date
    ) throws {
        if let weightKg = change.weightKg.value,
            before?.fields.weightKg != weightKg || before?.touched.contains("weightKg") == false
        {
            try recordOwn(.weight, weightKg, of: row, at: moment)
        }
        if let bodyFatPercent = change.bodyFatPercent.value, before?.fields.bodyFatPercent != bodyFatPercent {
            try recordOwn(.bodyFat, bodyFatPercent, of: row, at: moment)
        }
    }

    private func recordOwn(_ kind: MeasurementKind, _ value: Double, of row: ProfileRow, at moment: Date) throws {
        let nowMs = Int((moment.timeIntervalSince1970 * 1_000).rounded(.down))
        let newestMs = try reader.newest(kind, of: row.user, except: nil)?.atMs
        let request = ProfileMeasurementsAdd(kind: kind, value: value)
        let atMs = max(nowMs, newestMs.map { $0 + 1 } ?? nowMs)
        try insert(MeasurementRow(request, atMs: atMs, by: row.fields), of: row.user)
    }

    /// Stores a measurement unless it is already stored.
    ///
    /// - Parameters:
    ///   - requested: The measurement.
    ///   - isTimed: Whether the request gave the time. If not, the time is ignored in the comparison with a stored one.
    ///   - user: The user.
    /// - Returns: The measurement as stored.
    /// - Throws: `conflict` if a different measurement has the same id; `invalid` if the day has too many.
    fileprivate func record(_ requested: MeasurementRow, isTimed: Bool, of user: UserID) throws -> MeasurementRow {
        guard let stored = try reader.measurement(like: requested, of: user) else {
            try insert(requested, of: user)
            try requireDailyCapacity(for: requested, of: user)
            return requested
        }
        var after = requested.with(id: stored.id)
        // The same moment keeps its day, even if the user has moved to another time zone since.
        if after.atMs == stored.atMs { after.date = stored.date }
        if !isTimed, stored.equalsIgnoringTime(after) { after = stored }
        if after == stored { return stored }
        guard stored.externalId != nil, stored.externalId == requested.externalId, stored.source == requested.source
        else {
            let message = "A different measurement with this id already exists."
            throw try ServiceError.idConflict(message, current: stored.measurement)
        }
        try replace(after, of: user)
        try requireDailyCapacity(for: after, of: user)
        return after
    }

    private func requireDailyCapacity(for measurement: MeasurementRow, of user: UserID) throws {
        let max = MeasurementRules.maximumPerDay
        var checker = RuleChecker()
        checker.require(
            try reader.measurementCount(of: measurement.kind, on: measurement.date, user) <= max,
            "at",
            .outOfRange,
            "A day may have at most \(max) measurements of a kind.",
            ["max": "\(max)"]
        )
        try checker.finish()
    }
}
