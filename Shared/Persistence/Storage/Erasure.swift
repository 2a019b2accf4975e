package import Contracts
import GRDB
import Synchronization
import Threading

extension SQLTransaction {
    /// Erases a user: the service's own rows, the user's data in events and stored replies, and their identity.
    ///
    /// From then on, nothing is written for the user, and no event about them has an effect. Searches all events and
    /// replies, unless ``Store/searchTraces(of:)`` ran before: then only later ones.
    ///
    /// - Parameters:
    ///   - user: The user with the deleted account.
    ///   - own: Removes the service's own rows. Events that it emits are not scrubbed.
    /// - Throws: what the closure throws.
    package func erase(_ user: UserID, _ own: EventSubscriber.Erase) throws {
        let mentions = mentions.of(user)
        try remove(mentions, of: user)
        try scrubEvents(of: user, after: mentions)
        try removeReplies(naming: user, after: mentions)
        tombstones.markNonEmpty()
        try execute(
            "INSERT INTO tombstone (hash) VALUES (?) ON CONFLICT (hash) DO NOTHING",
            [tombstones.hash(of: user)]
        )
        try own(user, self)
    }

    /// Clears subject and data of the events about a user.
    ///
    /// Their sequence numbers stay.
    ///
    /// Searches as ``erase(_:_:)`` does.
    package func scrubEvents(of user: UserID) throws {
        let mentions = mentions.of(user)
        try scrub(mentions.events, of: user)
        try scrubEvents(of: user, after: mentions)
    }

    private func scrubEvents(of user: UserID, after mentions: UserMentions) throws {
        demandCleanUp()
        try execute(
            "UPDATE outbox SET subject = ?, data = ?, traceparent = NULL WHERE subject = ? AND sequence > ?",
            [UserID.noUser.description, Event.scrubbedData, user.description, mentions.lastEvent]
        )
    }

    /// Removes the replies to a user, and replies that contain the user's id.
    ///
    /// For example, the reply to a registration has no caller and contains the new user's id.
    private func removeReplies(naming user: UserID, after mentions: UserMentions) throws {
        try execute(
            "DELETE FROM stored_reply WHERE id > ?2 AND (caller = ?1 OR instr(reply, CAST(?1 AS BLOB)) > 0)",
            [user.description, mentions.lastReply]
        )
    }

    /// Marks the write-ahead log for cleaning and the file for a rebuild.
    ///
    /// The log may still contain pages with the data that this transaction removes, and the file copies of moved rows.
    package func demandCleanUp() {
        cleaning.raise()
        removals.raise()
    }

    package func isErased(_ user: UserID) throws -> Bool {
        try tombstones.hasTombstone(of: user, reader)
    }
}

extension Store {
    /// How long a cleaning waits for readers, in milliseconds: longer than a short read takes.
    ///
    /// Writes are blocked for as long. During a long read, the caller tries again.
    private static let cleaningWaitMs: Int32 = 20

    /// Returns whether a user was erased here.
    package func isErased(_ user: UserID) async throws -> Bool {
        let tombstones = tombstones
        return try await read { try tombstones.hasTombstone(of: user, $0) }
    }

    /// Removes erased data from the write-ahead log, if there may be any.
    ///
    /// In the database itself, `secure_delete` has overwritten the rows, including free pages. The log contains old
    /// states of pages until it is completely moved into the database and truncated. Copies of rows that SQLite has
    /// moved between pages stay in the file until ``rebuild()``.
    ///
    /// - Returns: Whether no log contains erased data; false while a reader uses an old state. Then the caller must try
    ///   again.
    package func cleanUp() async throws -> Bool {
        try await cleaningLock.withLock { try await cleanUpAlone() }
    }

    private func cleanUpAlone() async throws -> Bool {
        guard cleaning.lower() else { return true }
        do {
            // Most of it runs concurrently with writes, where that is possible.
            try await checkpointer?.checkpoint()
            let isClean = try await pool.restartLog(.truncate, waitingMs: Self.cleaningWaitMs, diskFailure)
            if !isClean { cleaning.raise() }
            return isClean
        } catch {
            cleaning.raise()
            throw StorageFailure.serviceError(error)
        }
    }
}

/// Whether the write-ahead log may contain erased data.
///
/// It is raised at the start: the previous process may have been killed between a commit and the cleaning.
final class CleaningFlag: Sendable {
    private let flag = Atomic(true)

    func raise() { flag.store(true, ordering: .sequentiallyConsistent) }

    /// Lowers the flag and returns whether it was raised.
    func lower() -> Bool { flag.exchange(false, ordering: .sequentiallyConsistent) }
}
