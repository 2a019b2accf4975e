/// A table, as data, so that one description serves every database on which the services run.
///
/// What only one database has is added by ``statements(in:)``: in SQLite `STRICT`, and `WITHOUT ROWID` for tables that
/// are stored by their key.
package struct TableSchema: Sendable {
    package let name: String
    package let columns: [ColumnSchema]
    let key: [String]
    let unique: [[String]]
    let checks: [String]
    let isClustered: Bool
    let indexes: [IndexSchema]

    /// Describes a table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - columns: All columns, in order.
    ///   - key: The columns of the primary key, each with `DESC` if its order is descending; empty if one column has
    ///     the trait `key` or `numbered`.
    ///   - unique: Further sets of columns with values that no other row has.
    ///   - checks: Conditions on more than one column.
    ///   - isClustered: Whether rows are stored by their key. Then a read by key needs one search, but each index holds
    ///     the key, and pages hold few large rows: false for images and for rows that are found by several indexes.
    ///   - indexes: The indexes besides those of keys.
    package init(
        _ name: String,
        _ columns: [ColumnSchema],
        key: [String] = [],
        unique: [[String]] = [],
        checks: [String] = [],
        isClustered: Bool = true,
        indexes: [IndexSchema] = []
    ) {
        self.name = name
        self.columns = columns
        self.key = key
        self.unique = unique
        self.checks = checks
        // A number as key is SQLite's own row number.
        self.isClustered = isClustered && !columns.contains { $0.isRowNumber }
        self.indexes = indexes
    }

    /// Returns the statements that create the table and its indexes, each with a semicolon.
    package func statements(in dialect: SQLDialect) -> [String] {
        var lines = columns.map { $0.definition(in: dialect) }
        // The keys of PostgreSQL have no order; it reads them in both directions.
        let key = dialect == .sqlite ? key : key.map { $0.replacing(" DESC", with: "") }
        if !key.isEmpty { lines.append("PRIMARY KEY (\(key.joined(separator: ", ")))") }
        lines += unique.map { "UNIQUE (\($0.joined(separator: ", ")))" }
        lines += checks.map { "CHECK (\($0))" }
        let options = dialect == .sqlite ? " STRICT\(isClustered ? ", WITHOUT ROWID" : "")" : ""
        let table =
            """
            CREATE TABLE \(name) (
                \(lines.joined(separator: ",\n    "))
            )\(options);
            """
        return [table] + indexes.map { $0.statement(on: name) }
    }
}

/// An index of a table.
package struct IndexSchema: Sendable {
    private let name: String
    private let columns: [String]
    private let condition: String?
    private let isUnique: Bool

    /// Describes an index.
    ///
    /// - Parameters:
    ///   - name: The name of the index.
    ///   - columns: Its columns, in order.
    ///   - condition: Which rows it has; nil for all.
    ///   - isUnique: Whether no two of its rows are equal.
    /// - Returns: The index.
    package static func index(
        _ name: String,
        _ columns: [String],
        where condition: String? = nil,
        isUnique: Bool = false
    ) -> IndexSchema {
        IndexSchema(name: name, columns: columns, condition: condition, isUnique: isUnique)
    }

    fileprivate func statement(on table: String) -> String {
        let suffix = condition.map { " WHERE \($0)" } ?? ""
        return
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table) (\(columns.joined(separator: ", ")))\(suffix);"
    }
}
