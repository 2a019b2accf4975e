/// What a service tells people of what it keeps about them: its tables, and for each that is not told, why.
///
/// It is written down and not found out, because only people know what is a secret. That nothing was forgotten is held
/// against the schema by ``Store/exportGaps(of:)``.
package struct ExportSource: Sendable {
    /// What every database of a service has besides; see `Store.ownMigrations`.
    private static let commonTables = [
        // Changes of the last days, with values that no other table has any more.
        ExportTable(
            "outbox",
            as: "events",
            condition: "subject = ?1",
            key: ["sequence"],
            columns: [
                "sequence": .plain, "id": .plain, "type": .plain, "subject": .owner, "time": .plain, "data": .json,
                "traceparent": .withheld("joins log lines of a request, and tells nothing about a person"),
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
                "hash": .withheld("a fingerprint of what was asked, by which a repetition is told"),
            ]
        ),
        // What a version before has stored, until two days after the upgrade.
        ExportTable(
            "reply",
            as: "formerAnswers",
            condition: "caller = ?1",
            key: ["method", "key"],
            columns: [
                "caller": .owner, "method": .plain, "key": .plain, "reply": .json, "at": .secondsSince1970,
                "hash": .withheld("a fingerprint of what was asked, by which a repetition is told"),
            ]
        ),
    ]

    private static let commonPassedOver = [
        "epoch": "tells this database from an older copy of it",
        "cursor": "how far the events of other services were followed",
        "tombstone": "unreadable without a key, and only of people who have left",
        "tombstone_key": "a secret, of nobody",
        "grdb_migrations": "the steps of the schema",
    ]

    let tables: [ExportTable]
    /// Tables that are not told, by name, and why.
    let passedOver: [String: String]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - tables: The service's own, in the order in which they are told.
    ///   - passedOver: The service's other tables, each with a reason.
    package init(_ tables: [ExportTable], passedOver: [String: String] = [:]) {
        self.tables = tables + Self.commonTables
        self.passedOver = passedOver.merging(Self.commonPassedOver) { own, _ in own }
    }
}

/// A table, of which a user's own rows are told.
package struct ExportTable: Sendable {
    /// How a column's value is told.
    package enum Form: Sendable {
        /// As it stands: a text, a number, null, or bytes in base64.
        case plain
        /// Not as a text but as the JSON that it holds.
        case json
        /// As RFC 3339 in UTC.
        case secondsSince1970
        /// A text of pairs, with ASCII's record separator between them and its unit separator within, as a list of pairs.
        case pairs
        /// The sixteen bytes of a UUID as its text.
        case identifier
        /// Not at all, because it only says whose row it is, which is told once.
        case owner
        /// Not at all, for this reason.
        case withheld(String)
    }

    package let name: String
    /// Under which name the rows are told.
    let title: String
    /// Which rows are a user's; `?1` in it is their id.
    let condition: String
    /// Columns by which a user's rows are told apart, and in whose order they are told.
    let key: [String]
    let columns: [String: Form]

    /// Names a table and what of it is told.
    ///
    /// - Parameters:
    ///   - name: The table.
    ///   - title: Under which name the rows are told.
    ///   - condition: Which rows are a user's; `?1` in it is their id.
    ///   - key: Columns, never null, by which a user's rows are told apart, and in whose order they are told.
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

    /// The columns that are told, in an order that stays.
    var told: [(column: String, form: Form)] {
        columns.sorted { $0.key < $1.key }.compactMap { column, form in
            switch form {
            case .owner, .withheld: nil
            default: (column, form)
            }
        }
    }
}
