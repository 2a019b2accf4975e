import Calendar
package import Contracts
import FoundationEssentials
import GRDB

/// Reads and writes that take effect together or not at all.
package struct SQLTransaction {
    package let reader: SQLReader
    /// The trace of the writing request, for the events it causes.
    let traceparent: String?
    /// Whether a request writes, and not a task of the service itself.
    let isOfRequest: Bool
    let tombstones: Tombstones
    let cleaning: CleaningFlag
    let removals: RemovalMark
    /// Results of searches for users before the transactions that erase them.
    let mentions: UserMentionCache

    init(
        _ database: Database,
        traceparent: String?,
        isOfRequest: Bool,
        tombstones: Tombstones,
        cleaning: CleaningFlag,
        removals: RemovalMark,
        mentions: UserMentionCache
    ) {
        reader = SQLReader(database: database)
        self.traceparent = traceparent
        self.isOfRequest = isOfRequest
        self.tombstones = tombstones
        self.cleaning = cleaning
        self.removals = removals
        self.mentions = mentions
    }

    /// Runs a statement that returns no rows, and returns how many rows it changed.
    @discardableResult
    package func execute(_ sql: String, _ arguments: [SQLValue?] = []) throws -> Int {
        try reader.forEach(sql, arguments) { _ in true }
        return changedRows(sql)
    }

    /// Returns the number of rows that the last statement changed, and notes that a request removed some.
    ///
    /// What is removed because it is old may stay in a page for longer.
    func changedRows(_ sql: String) -> Int {
        let count = reader.database.changesCount
        if count > 0, isOfRequest, sql.hasPrefix("DELETE") { removals.raise() }
        return count
    }

    package func rows(_ sql: String, _ arguments: [SQLValue?] = []) throws -> [SQLRow] {
        try reader.rows(sql, arguments)
    }

    package func row(_ sql: String, _ arguments: [SQLValue?] = []) throws -> SQLRow? {
        try reader.row(sql, arguments)
    }

    /// Writes an event to the outbox.
    ///
    /// It is published if, and only if, this transaction is committed.
    ///
    /// - Returns: The sequence number of the event.
    @discardableResult
    package func emit<Payload: EventPayload>(_ payload: Payload, of subject: UserID) throws -> Int64 {
        let data = try PayloadCoder.encode(payload)
        try execute("INSERT INTO outbox (id, type, subject, time, traceparent, data) VALUES (?, ?, ?, ?, ?, ?)") {
            $0.bind(EventID.make().description)
            $0.bind(Payload.type.rawValue)
            $0.bind(subject.description)
            $0.bind(Timestamp.now())
            $0.bind(traceparent)
            $0.bind(text: data)
        }
        return reader.database.lastInsertedRowID
    }
}
