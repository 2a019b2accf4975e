package import Contracts
import GRDB
import Synchronization

extension SQLTransaction {
    /// Erases a user: the service's own rows, what events and stored replies have of them, and whoever they were.
    ///
    /// From now on nothing is written for them, and no event about them has an effect. Searches all events and replies, unless
    /// ``Store/searchTraces(of:)`` has done so before: then only those since.
    ///
    /// - Parameters:
    ///   - user: Whose account is gone.
    ///   - own: Removes the service's own rows; what it tells by events is not scrubbed.
    /// - Throws: what the closure throws.
    package func erase(_ user: UserID, _ own: EventFollower.Erase) throws {
        let traces = traces.of(user)
        try remove(traces, of: user)
        try scrubEvents(of: user, behind: traces)
        try removeReplies(naming: user, behind: traces)
        tombstones.noteFirst()
        try execute(
            "INSERT INTO tombstone (hash) VALUES (?) ON CONFLICT (hash) DO NOTHING",
            [tombstones.hash(of: user)]
        )
        try own(user, self)
    }

    /// Takes subject and data out of the events about a user; their places in the order stay.
    ///
    /// Searches as ``erase(_:_:)`` does.
    package func scrubEvents(of user: UserID) throws {
        let traces = traces.of(user)
        try scrub(traces.events, of: user)
        try scrubEvents(of: user, behind: traces)
    }

    private func scrubEvents(of user: UserID, behind traces: UserTraces) throws {
        cleaning.raise()
        try execute(
            "UPDATE outbox SET subject = ?, data = '{}', traceparent = NULL WHERE subject = ? AND sequence > ?",
            [UserID.nobody.description, user.description, traces.lastEvent]
        )
    }

    /// Removes the replies to a user, and those that name the user without being theirs: a registration has no user and
    /// answers the id of one.
    private func removeReplies(naming user: UserID, behind traces: UserTraces) throws {
        try execute(
            "DELETE FROM stored_reply WHERE id > ?2 AND (caller = ?1 OR instr(reply, CAST(?1 AS BLOB)) > 0)",
            [user.description, traces.lastReply]
        )
        guard !traces.hasSearchedFormer else { return }
        try execute(
            "DELETE FROM reply WHERE caller = ?1 OR instr(reply, CAST(?1 AS BLOB)) > 0",
            [user.description]
        )
    }

    /// Notes that this transaction takes something erased out of pages of which the write-ahead log may have old states.
    package func demandCleanUp() { cleaning.raise() }

    func isErased(_ user: UserID) throws -> Bool {
        try tombstones.hasOne(of: user, reader)
    }
}

extension Store {
    /// How long a cleaning waits for readers, in milliseconds: longer than a short read takes.
    ///
    /// Writes wait as long. While a long read lasts, the caller tries again.
    private static let cleaningWaitMs: Int32 = 20

    /// Whether a user was erased here.
    package func isErased(_ user: UserID) async throws -> Bool {
        let tombstones = tombstones
        return try await read { try tombstones.hasOne(of: user, $0) }
    }

    /// Brings what was erased out of the write-ahead log, too, if anything was.
    ///
    /// In the database itself `secure_delete` has overwritten it at once, free pages included, so that nothing is left to
    /// vacuum. The log still has the pages as they were, until all of it is in the database and it is cut off.
    ///
    /// - Returns: Whether nothing of anybody erased is left; false while a reader still looks at an old state. Try again.
    package func cleanUp() async throws -> Bool {
        guard cleaning.lower() else { return true }
        do {
            // Most of it beside the writes, where that is possible.
            try await checkpointer?.empty()
            let isClean = try await pool.beginLogAnew(.truncate, waitingMs: Self.cleaningWaitMs)
            if !isClean { cleaning.raise() }
            return isClean
        } catch {
            cleaning.raise()
            throw StorageFailure.serviceError(error)
        }
    }
}

/// Whether the write-ahead log may hold what was erased.
///
/// At the start it may: the process before may have been killed between a commit and the cleaning.
final class CleaningFlag: Sendable {
    private let flag = Atomic(true)

    func raise() { flag.store(true, ordering: .sequentiallyConsistent) }

    /// Lowers the flag and tells whether it was up.
    func lower() -> Bool { flag.exchange(false, ordering: .sequentiallyConsistent) }
}
