import Calendar
package import Contracts

/// Rows of a subscriber within a span of a snapshot that the span does not contain.
package struct SnapshotLeftovers: Sendable {
    /// Maximum rows per result: few enough that their removal does not delay other writes noticeably.
    package static let max = 100

    /// How a table identifies the facts of one user.
    package enum Key: Sendable {
        /// At most one row per user.
        case none
        /// The column contains ``EventPayload/factKey``.
        case text(String)
        /// The column contains the number of the day that is the key.
        case dayNumber(String)
    }

    /// One of the rows.
    package struct Fact: Sendable, Equatable {
        package let user: UserID
        /// The key in the form of ``EventPayload/factKey``.
        package let key: String
    }

    package let facts: [Fact]
    /// Whether there may be more rows than these.
    package let isCut: Bool
}

extension SQLReader {
    /// Returns the subscriber's rows of one type that lie within a span and that the span does not contain.
    ///
    /// - Parameters:
    ///   - type: The type of event that produces such rows.
    ///   - table: Must have a column `user_id`, and an index or key on it followed by the key's column.
    ///   - key: The column that distinguishes the rows of one user.
    ///   - span: A part of the source's snapshot.
    /// - Returns: At most ``SnapshotLeftovers/max`` rows, in order.
    /// - Throws: what SQLite throws, or `ServiceError` for an unreadable row.
    package func leftovers(
        of type: EventType,
        in table: String,
        key: SnapshotLeftovers.Key = .none,
        _ span: SnapshotSpan
    ) throws -> SnapshotLeftovers {
        // The span covers at most its own number of rows, so a full result contains `max` leftovers or more.
        let limit = span.count(of: type) + SnapshotLeftovers.max
        let (lower, upper) = (span.lower(of: type), span.upper(of: type))
        let rows = try rows(
            """
            SELECT user_id, \(key.expression) AS key FROM \(table)
            WHERE (user_id, \(key.expression)) > (?, ?) AND (user_id, \(key.expression)) <= (?, ?)
            ORDER BY \(key.order) LIMIT ?
            """,
            [lower.user, key.value(lower.key), upper.user, key.value(upper.key), limit]
        )
        let facts = try rows.map { row in
            guard let user = UserID(try row.value("user_id", as: String.self)) else {
                throw ServiceError(.internalError, "The table \(table) contains an unreadable user id.")
            }
            return SnapshotLeftovers.Fact(user: user, key: try key.text(of: row))
        }
        let leftovers = facts.filter { !span.contains(type, $0.user, $0.key) }
        return SnapshotLeftovers(
            facts: Array(leftovers.prefix(SnapshotLeftovers.max)),
            isCut: rows.count == limit || leftovers.count > SnapshotLeftovers.max
        )
    }
}

extension SnapshotLeftovers.Key {
    /// Any text between the first and the last bound, for rows without a key.
    private static let anyKey = "-"

    fileprivate var expression: String {
        switch self {
        case .none: "'\(Self.anyKey)'"
        case .text(let column), .dayNumber(let column): column
        }
    }

    fileprivate var order: String {
        switch self {
        case .none: "user_id"
        case .text(let column), .dayNumber(let column): "user_id, \(column)"
        }
    }

    /// Returns the value of a bound's key in the table.
    fileprivate func value(_ text: String) -> SQLValue {
        guard case .dayNumber = self else { return text }
        return PlainDate(text)?.dayNumber ?? (text.isEmpty ? Int.min : Int.max)
    }

    fileprivate func text(of row: SQLRow) throws -> String {
        switch self {
        case .none: ""
        case .text: try row.value("key")
        case .dayNumber: PlainDate(dayNumber: try row.value("key")).description
        }
    }
}
