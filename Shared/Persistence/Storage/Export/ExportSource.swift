/// The tables that a service includes in a user's export, and a reason for each one that it omits.
///
/// The list is written by hand, because only people can decide what is secret. ``Store/exportGaps(of:)`` checks it
/// against the schema.
package struct ExportSource: Sendable {
    /// Tables that every service's database has; see `Store.ownTables`.
    private static let commonTables = [
        // Changes of the last days, with values that no other table contains any more.
        ExportTable(
            "outbox",
            as: "events",
            condition: "subject = ?1",
            key: ["sequence"],
            columns: [
                "sequence": .plain, "id": .plain, "type": .plain, "subject": .owner, "time": .plain, "data": .json,
                "traceparent": .withheld("connects log lines of a request, and contains no personal data"),
            ]
        ),
        ExportTable(
            "stored_reply",
            as: "answers",
            condition: "caller = ?1",
            key: ["id"],
            columns: [
                "id": .plain, "caller": .owner, "method": .plain, "key": .plain, "reply": .json,
                "expires": .secondsSince1970,
                "hash": .withheld("a hash of the request, which identifies a repetition"),
            ]
        ),
    ]

    private static let commonOmitted = [
        "epoch": "distinguishes this database from an older copy of it",
        "cursor": "positions in the events of other services",
        "tombstone": "unreadable without a key, and only about erased users",
        "tombstone_key": "a secret without personal data",
        "grdb_migrations": "the applied migrations",
    ]

    let tables: [ExportTable]
    /// Tables that are not exported, by name, with the reason.
    let omitted: [String: String]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - tables: The service's own tables, in the order of export.
    ///   - omitted: The service's other tables, each with a reason.
    package init(_ tables: [ExportTable], omitted: [String: String] = [:]) {
        self.tables = tables + Self.commonTables
        self.omitted = omitted.merging(Self.commonOmitted) { own, _ in own }
    }
}

/// A table from which a user's own rows are exported.
@usableFromInline
package struct ExportTable: Sendable {
    /// How a column's value is encoded.
    @usableFromInline
    package enum Form: Sendable {
        /// Unchanged: text, number, null, or bytes in base64.
        case plain
        /// The JSON value that the text contains.
        case json
        /// As RFC 3339 in UTC.
        case secondsSince1970
        /// A list of pairs, from text with ASCII's record separator between pairs and its unit separator within a pair.
        case pairs
        /// The sixteen bytes of a UUID, as its text.
        case identifier
        /// Omitted: identifies the user, which the export states once.
        case owner
        /// Omitted, for this reason.
        case withheld(String)
    }

    package let name: String
    /// The name of the rows in the export.
    let title: String
    /// The SQL condition that selects a user's rows; `?1` is the user's id.
    let condition: String
    /// The columns that identify a row among the user's rows; also the sort order.
    let key: [String]
    let columns: [String: Form]

    /// Describes a table and what of it is exported.
    ///
    /// - Parameters:
    ///   - name: The table.
    ///   - title: The name of the rows in the export.
    ///   - condition: The SQL condition that selects a user's rows; `?1` is the user's id.
    ///   - key: Columns that are never null and identify a row among the user's rows; also the sort order.
    ///   - columns: Every column of the table.
    package init(
        _ name: String,
        as title: String,
        condition: String = "user_id = ?1",
        key: [String],
        columns: [String: Form]
    ) {
        self.name = name
        self.title = title
        self.condition = condition
        self.key = key
        self.columns = columns
    }

    /// The exported columns, in a stable order.
    var exportedColumns: [(column: String, form: Form)] {
        columns.sorted { $0.key < $1.key }.compactMap { column, form in
            switch form {
            case .owner, .withheld: nil
            default: (column, form)
            }
        }
    }
}
