package import Contracts
import Synchronization

/// The events and stored replies about a user, found before the transaction that erases the user.
///
/// Neither table has an index by user, because each event and reply would then change a page of it somewhere. The
/// search takes time in proportion to the tables, and therefore runs concurrently with writes. The transaction itself
/// only searches later rows.
struct UserMentions: Sendable {
    /// The last event that was searched.
    var lastEvent: Int64 = 0
    /// The last reply that was searched.
    var lastReply: Int64 = 0
    /// Sequence numbers of the events about the user, up to the last one searched.
    var events: [Int64] = []
    /// Row ids of the replies that contain the user's id, up to the last one searched.
    var replies: [Int64] = []

    var isEmpty: Bool { events.isEmpty && replies.isEmpty }

    /// Removes the first rows of each kind, which are gone from the database.
    mutating func removeFirst(_ count: Int) {
        events = Array(events.dropFirst(count))
        replies = Array(replies.dropFirst(count))
    }
}

/// Stores search results until the user's erasure.
///
/// Results stay valid: rows never change to another user, and later rows have higher numbers. A user without a result
/// costs a search within the transaction.
final class UserMentionCache: Sendable {
    /// Maximum number of users stored.
    ///
    /// Concurrent erasures are at most a page of events.
    private static let usersMax = 1_000

    private let mentions = Mutex<[UserID: UserMentions]>([:])

    func of(_ user: UserID) -> UserMentions {
        mentions.withLock { $0[user] } ?? UserMentions()
    }

    func store(_ found: UserMentions, of user: UserID) {
        mentions.withLock { mentions in
            if mentions.count >= Self.usersMax { mentions.removeAll() }
            mentions[user] = found
        }
    }
}

extension Store {
    /// Rows per query of a search: some milliseconds of a reader.
    private static let searchedAtOnceMax = 2_000
    /// Maximum rows of each kind that one transaction removes.
    private static let removedAtOnceMax = 200

    /// Searches events and stored replies for a user, so that the erasing transaction need not.
    ///
    /// Changes nothing, so it also suits an erasure that may still be refused.
    ///
    /// - Throws: `ServiceError`; `CancellationError` if the task was cancelled.
    package func searchTraces(of user: UserID) async throws {
        var mentions = UserMentions()
        (mentions.lastEvent, mentions.lastReply) = try await read { reader in
            (
                try reader.scalar("SELECT max(sequence) FROM outbox") ?? 0,
                try reader.scalar("SELECT max(id) FROM stored_reply") ?? 0
            )
        }
        mentions.events = try await numbers(
            "SELECT sequence, subject = ? FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?",
            of: user,
            upTo: mentions.lastEvent
        )
        mentions.replies = try await numbers(
            """
            SELECT id, caller = ?1 OR instr(reply, CAST(?1 AS BLOB)) > 0 FROM stored_reply
            WHERE id > ?2 ORDER BY id LIMIT ?3
            """,
            of: user,
            upTo: mentions.lastReply
        )
        self.mentions.store(mentions, of: user)
    }

    /// Removes a user from events and stored replies in portions, before the transaction that erases the user.
    ///
    /// Only for an erasure that is certain. It may be interrupted at any point and is then repeated.
    func removeMentions(of user: UserID) async throws {
        try await searchTraces(of: user)
        var left = mentions.of(user)
        try await inPortions {
            let portion = left
            guard !portion.isEmpty else { return false }
            // A power cut may undo it; the erasure is then repeated, too.
            try await write(durability: .replayable) { try $0.remove(portion, of: user, atMost: Self.removedAtOnceMax) }
            left.removeFirst(Self.removedAtOnceMax)
            mentions.store(left, of: user)
            return true
        }
    }

    /// Returns the numbers of a user's rows up to a last number, found page by page.
    ///
    /// The statement returns, for the next rows after a number, the number and whether the row is the user's.
    private func numbers(_ sql: String, of user: UserID, upTo last: Int64) async throws -> [Int64] {
        var (position, found): (Int64, [Int64]) = (0, [])
        while position < last {
            let start = position
            let page = try await readAtLength { reader in
                var (numbers, end): ([Int64], Int64) = ([], last)
                var count = 0
                try reader.forEach(sql, [user.description, start, Self.searchedAtOnceMax]) { row in
                    count += 1
                    end = row.integer(0)
                    if row.integer(1) != 0 { numbers.append(end) }
                    return true
                }
                return (numbers, end: count < Self.searchedAtOnceMax ? last : end)
            }
            found += page.0
            position = page.end
        }
        return found.filter { $0 <= last }
    }
}

extension SQLTransaction {
    /// Removes a user from found rows, up to a number of rows of each kind.
    func remove(_ mentions: UserMentions, of user: UserID, atMost count: Int = .max) throws {
        try scrub(mentions.events.prefix(count), of: user)
        for reply in mentions.replies.prefix(count) { try execute("DELETE FROM stored_reply WHERE id = ?", [reply]) }
    }

    /// Clears subject and data of events about a user, by their sequence numbers.
    func scrub(_ events: some Sequence<Int64>, of user: UserID) throws {
        demandCleanUp()
        for event in events {
            try execute(
                "UPDATE outbox SET subject = ?, data = ?, traceparent = NULL WHERE sequence = ? AND subject = ?",
                [UserID.noUser.description, Event.scrubbedData, event, user.description]
            )
        }
    }
}
