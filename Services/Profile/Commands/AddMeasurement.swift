package import Contracts
import FoundationEssentials
import Storage

extension ProfileService {
    /// Records a measurement; the newest weight is the profile's, and a new one brings its target.
    package func addMeasurement(
        _ request: ProfileMeasurementsAdd,
        _ context: RequestContext
    ) async throws -> Measurement {
        let user = try context.user()
        let moment = now()
        let atMs = try MeasurementRules.momentMs(of: request, now: moment)
        return try await untilNotOvertaken {
            let before = try await loadOrMake(user, context)
            let wanted = MeasurementRow(request, atMs: atMs, by: before.fields)
            let prepared = try await prepare(before, before.weighing(newest(after: wanted, user)), context)
            return try await store.once(request, context) { transaction in
                let recorded = try transaction.record(wanted, isTimed: request.at != nil, of: user)
                try transaction.commit(prepared, at: moment)
                try transaction.requireNewestWeight(of: prepared.after)
                return recorded.measurement
            }
        }
    }

    /// The newest weight after a measurement.
    private func newest(after wanted: MeasurementRow, _ user: UserID) async throws -> MeasurementRow? {
        try await store.read { reader in
            let replaced = try reader.measurement(like: wanted, of: user)
            let other = try reader.newestWeight(of: user, except: replaced?.id)
            guard wanted.kind == .weight else { return other }
            let after = wanted.with(id: replaced?.id ?? wanted.id)
            return other.map { max($0, after) } ?? after
        }
    }
}

extension ProfileRow {
    /// The profile of somebody whose newest weight is that one; without any, the profile keeps its own.
    func weighing(_ newest: MeasurementRow?) -> ProfileRow {
        guard let newest else { return self }
        var row = self
        row.fields.weightKg = newest.value
        row.touched.insert("weightKg")
        if row != self { row.version += 1 }
        return row
    }
}

extension SQLTransaction {
    /// - Throws: ``Overtaken`` if the newest weight is not the profile's, because another came between.
    func requireNewestWeight(of row: ProfileRow) throws {
        guard let newest = try reader.newestWeight(of: row.user, except: nil) else { return }
        if newest.value != row.fields.weightKg { throw Overtaken() }
    }

    /// Records a weight that its owner has written into the profile.
    ///
    /// - Parameters:
    ///   - weightKg: The weight.
    ///   - row: The profile.
    ///   - moment: The wall clock; the weight becomes the newest even if another device's clock is ahead.
    /// - Throws: what the database throws.
    func recordOwnWeight(_ weightKg: Double, of row: ProfileRow, at moment: Date) throws {
        let nowMs = Int((moment.timeIntervalSince1970 * 1_000).rounded(.down))
        let newestMs = try reader.newestWeight(of: row.user, except: nil)?.atMs
        let request = ProfileMeasurementsAdd(kind: .weight, value: weightKg)
        let atMs = max(nowMs, newestMs.map { $0 + 1 } ?? nowMs)
        try insert(MeasurementRow(request, atMs: atMs, by: row.fields), of: row.user)
    }

    /// Records the weight that came with a registration, if one did.
    func recordRegisteredWeight(_ change: ProfileChange, of row: ProfileRow, at moment: Date) throws {
        guard let weightKg = change.weightKg.value else { return }
        try recordOwnWeight(weightKg, of: row, at: moment)
    }

    /// Stores a measurement, or finds it stored already.
    ///
    /// - Parameters:
    ///   - wanted: The measurement.
    ///   - isTimed: Whether its time was given, and is part of what is the same.
    ///   - user: Whose it is.
    /// - Returns: The measurement as it is stored.
    /// - Throws: `conflict` if the client's own id is another measurement's; `invalid` if the day has too many.
    fileprivate func record(_ wanted: MeasurementRow, isTimed: Bool, of user: UserID) throws -> MeasurementRow {
        guard let stored = try reader.measurement(like: wanted, of: user) else {
            try insert(wanted, of: user)
            try requireRoom(on: wanted, of: user)
            return wanted
        }
        var after = wanted.with(id: stored.id)
        if !isTimed, stored.isSameButForTime(after) { after = stored }
        if after == stored { return stored }
        guard stored.externalId != nil, stored.externalId == wanted.externalId, stored.source == wanted.source else {
            throw ServiceError(.conflict, "A measurement with this id is there already, and it is another one.")
        }
        try replace(after, of: user)
        try requireRoom(on: after, of: user)
        return after
    }

    private func requireRoom(on measurement: MeasurementRow, of user: UserID) throws {
        let max = MeasurementRules.perDayMax
        var checker = RuleChecker()
        checker.require(
            try reader.measurementCount(of: measurement.kind, on: measurement.date, user) <= max,
            "at",
            .outOfRange,
            "A day may have \(max) measurements of a kind at most.",
            ["max": "\(max)"]
        )
        try checker.finish()
    }
}
