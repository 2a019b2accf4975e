package import Contracts

/// What a service does with what another one tells: with each event, and with the pages of a snapshot.
package struct EventFollower: Sendable {
    /// What one event does to this service's own tables: it sets the state that the event tells, whatever was there.
    package typealias Apply = @Sendable (Event, SQLTransaction) throws -> Void
    /// Removes what is known from the source alone within a span of its snapshot, except what the span tells.
    ///
    /// Each call removes a bounded number of rows, and returns whether more may be left: it is then called again, in
    /// another transaction.
    package typealias Forget = @Sendable (SnapshotSpan, SQLTransaction) throws -> Bool
    /// What follows from all that one transaction was told, once, behind all of it; the people are those of whom it was told.
    package typealias Finish = @Sendable (_ people: Set<UserID>, SQLTransaction) throws -> Void
    /// Removes all of a service's own rows about somebody whose account is gone; the rest is done for it.
    package typealias Erase = @Sendable (UserID, SQLTransaction) throws -> Void
    /// Removes most of it before, in as many transactions as it likes, so that nobody has to wait for all of it at once.
    ///
    /// It may be broken off anywhere, and is then called again.
    package typealias EraseAhead = @Sendable (UserID, Store) async throws -> Void

    package let apply: Apply
    package let forget: Forget
    package let finish: Finish
    let erase: Erase
    let eraseAhead: EraseAhead?
    let people: SnapshotSource.People

    /// Makes a follower.
    ///
    /// - Parameters:
    ///   - apply: What one event does; the facts of a snapshot come in the same form. Nothing by default, for who follows
    ///     auth only to hear of erasures.
    ///   - forget: Runs before a span of a snapshot is applied; its last call is in the same transaction. Nothing by default,
    ///     for services that keep nothing that the source could have lost.
    ///   - finish: What is worked out from several events at once, such as a rank from a person's days. Nothing by default.
    ///   - erase: What becomes of somebody's own rows at `account.erased`, which auth alone tells.
    ///   - eraseAhead: What can be removed before, in portions. Nothing by default, for who keeps little of anybody.
    ///   - people: Of whom there are such rows; the source is asked whether these are erased after a restore.
    package init(
        apply: @escaping Apply = { _, _ in },
        forget: @escaping Forget = { _, _ in false },
        finish: @escaping Finish = { _, _ in },
        erase: @escaping Erase = { _, _ in },
        eraseAhead: EraseAhead? = nil,
        people: @escaping SnapshotSource.People = { _, _, _ in [] }
    ) {
        self.apply = apply
        self.forget = forget
        self.finish = finish
        self.erase = erase
        self.eraseAhead = eraseAhead
        self.people = people
    }
}
