/// A column of a table, as data; see ``TableSchema``.
///
/// A column is never null, unless it is `optional`.
package struct ColumnSchema: Sendable {
    private enum Kind: String {
        case text = "TEXT"
        case integer = "INTEGER"
        case real = "REAL"
        case blob = "BLOB"
    }

    /// What a column is besides its type.
    package enum Trait: Sendable {
        /// May be null.
        case optional
        /// Is the primary key.
        case key
        /// Is the primary key, given by the database in the order of insertion and never again.
        case numbered
        /// No other row has the same value.
        case unique
        /// The value, as SQL, of rows that do not state it.
        case `default`(String)
        /// A condition that each value meets; null meets it, too.
        case check(String)
        /// The key of a row in another table, with which this row is removed if `removesWith` is true.
        case references(String, String, removesWith: Bool = false)
        /// Not stored, but computed by this expression.
        case generated(String)
    }

    package let name: String
    private let kind: Kind
    private let traits: [Trait]

    package static func text(_ name: String, _ traits: Trait...) -> ColumnSchema {
        ColumnSchema(name: name, kind: .text, traits: traits)
    }

    /// A whole number of 64 bits; also a truth value as 0 or 1, and a time in seconds since 1970.
    package static func integer(_ name: String, _ traits: Trait...) -> ColumnSchema {
        ColumnSchema(name: name, kind: .integer, traits: traits)
    }

    package static func real(_ name: String, _ traits: Trait...) -> ColumnSchema {
        ColumnSchema(name: name, kind: .real, traits: traits)
    }

    package static func blob(_ name: String, _ traits: Trait...) -> ColumnSchema {
        ColumnSchema(name: name, kind: .blob, traits: traits)
    }

    /// Whether the column is SQLite's number of a row.
    var isRowNumber: Bool {
        kind == .integer
            && traits.contains { trait in
                switch trait {
                case .key, .numbered: true
                default: false
                }
            }
    }

    /// The definition of the column in SQLite.
    var sqlite: String {
        let isNull = traits.contains { trait in
            switch trait {
            case .optional: true
            default: false
            }
        }
        let parts = traits.sorted { $0.position < $1.position }.compactMap(\.sqlite)
        let notNull = isNull || isRowNumber ? [] : ["NOT NULL"]
        return ([name, kind.rawValue] + notNull + parts).joined(separator: " ")
    }
}

extension ColumnSchema.Trait {
    /// The place in a definition: one order for all columns, whatever the order in which traits are given.
    fileprivate var position: Int {
        switch self {
        case .optional: 0
        case .key, .numbered: 1
        case .default: 2
        case .unique: 3
        case .check: 4
        case .references: 5
        case .generated: 6
        }
    }

    /// Returns the words in a definition; nil if the trait has none.
    fileprivate var sqlite: String? {
        switch self {
        case .optional: nil
        case .key: "PRIMARY KEY"
        case .numbered: "PRIMARY KEY AUTOINCREMENT"
        case .unique: "UNIQUE"
        case .default(let value): "DEFAULT \(value)"
        case .check(let condition): "CHECK (\(condition))"
        case .references(let table, let column, let removesWith):
            "REFERENCES \(table) (\(column))\(removesWith ? " ON DELETE CASCADE" : "")"
        case .generated(let expression): "GENERATED ALWAYS AS (\(expression)) VIRTUAL"
        }
    }
}
