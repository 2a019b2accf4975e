import Contracts
package import FoundationEssentials
import JSONCoding
package import Storage

/// Applies auth's events.
package enum AccountSubscription {
    /// Returns a subscriber that creates the profile of a new account and removes that of an erased one.
    ///
    /// A registration fills only fields that the user has not set. A reload removes no profiles: they are the users'
    /// own data, even if auth has lost an account.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - wake: Called when a target is pending.
    /// - Returns: The subscriber.
    package static func subscriber(
        now: @escaping @Sendable () -> Date,
        wake: @escaping @Sendable () -> Void
    ) -> EventSubscriber {
        EventSubscriber { event, transaction in
            guard event.type == AccountCreated.type else { return }
            let account = try event.data.decode(AccountCreated.self)
            try create(account, event.subject, transaction, now())
            wake()
        } erase: { user, transaction in
            try transaction.removeProfile(of: user)
        } people: { after, limit, reader in
            try reader.people(after: after, limit: limit)
        }
    }

    private static func create(
        _ account: AccountCreated,
        _ user: UserID,
        _ transaction: SQLTransaction,
        _ now: Date
    ) throws {
        var change = account.profile
        if !change.name.isChange { change.name = .set(account.name) }
        if var row = try transaction.reader.profile(of: user) {
            // A snapshot repeats the registration after the profile may have changed.
            guard !row.isRegistered else { return }
            let before = row.fields
            // Values measured before the registration stay.
            if row.touched.contains("weightKg") { change.weightKg = .unchanged }
            if row.touched.contains("bodyFatPercent") { change.bodyFatPercent = .unchanged }
            row.isRegistered = true
            row.fields.apply(change, except: row.touched)
            row.version += 1
            row.isTargetPending = row.fields.missing.isEmpty
            if !row.fields.hasSameTargetInputs(as: before) { row.calculated = nil }
            try transaction.update(row)
            try transaction.recordOwnMeasurements(in: change, before: nil, row, at: now)
            if row.fields.event != before.event { try transaction.emit(row.fields.event, of: user) }
        } else {
            var row = ProfileRow(user: user, fields: ProfileFields(today: ProfileFields.utcToday(now)))
            row.isRegistered = true
            row.fields.apply(change)
            row.isTargetPending = row.fields.missing.isEmpty
            try transaction.insert(row)
            try transaction.recordOwnMeasurements(in: change, before: nil, row, at: now)
            try transaction.emit(row.fields.event, of: user)
        }
    }
}
