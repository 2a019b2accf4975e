package import Contracts

/// What a service does with the events and snapshot pages of another service.
package struct EventSubscriber: Sendable {
    /// Applies one event to this service's own tables: sets the state in the event, whatever the tables contained.
    package typealias Apply = @Sendable (Event, SQLTransaction) throws -> Void
    /// Removes rows that only the source can provide and that lie within a span of its snapshot, except those in the
    /// span.
    ///
    /// Each call removes a bounded number of rows and returns whether more may be left. It is then called again, in
    /// another transaction.
    package typealias RemoveMissing = @Sendable (SnapshotSpan, SQLTransaction) throws -> Bool
    /// Runs once after all events of a transaction, with the users they are about.
    package typealias Finish = @Sendable (_ people: Set<UserID>, SQLTransaction) throws -> Void
    /// Removes all of a service's own rows about an erased user; Storage removes the rest.
    package typealias Erase = @Sendable (UserID, SQLTransaction) throws -> Void
    /// Removes most of these rows beforehand, in any number of transactions, so that other writes are not blocked by
    /// one long transaction.
    ///
    /// It may be interrupted at any point, and is then called again.
    package typealias EraseAhead = @Sendable (UserID, Store) async throws -> Void

    package let apply: Apply
    package let removeMissing: RemoveMissing
    package let finish: Finish
    let erase: Erase
    let eraseAhead: EraseAhead?
    let people: SnapshotSource.People

    /// Makes a subscriber.
    ///
    /// - Parameters:
    ///   - apply: Applies one event; the facts of a snapshot have the same form. Does nothing by default, for
    ///     services that follow auth only for erasures.
    ///   - removeMissing: Runs before a span of a snapshot is applied; its last call is in the same transaction. Does
    ///     nothing by default, for services that store nothing the source could have lost.
    ///   - finish: Computes what depends on several events, such as a rank from a user's days. Does nothing by
    ///     default.
    ///   - erase: Removes a user's own rows at `account.erased`, which only auth publishes.
    ///   - eraseAhead: Removes rows beforehand, in portions. Does nothing by default, for services with few rows per
    ///     user.
    ///   - people: Lists users with such rows. After a restore, the source is asked whether these were erased.
    package init(
        apply: @escaping Apply = { _, _ in },
        removeMissing: @escaping RemoveMissing = { _, _ in false },
        finish: @escaping Finish = { _, _ in },
        erase: @escaping Erase = { _, _ in },
        eraseAhead: EraseAhead? = nil,
        people: @escaping SnapshotSource.People = { _, _, _ in [] }
    ) {
        self.apply = apply
        self.removeMissing = removeMissing
        self.finish = finish
        self.erase = erase
        self.eraseAhead = eraseAhead
        self.people = people
    }
}
