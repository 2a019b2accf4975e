/// Columns that are read together, and the record that they make.
@usableFromInline
package struct RecordColumns<Record: Sendable>: Sendable {
    package let names: [String]
    /// The names as a SELECT lists them.
    package let list: String
    /// The same names with that of the table, for statements with several tables.
    package let qualifiedList: String
    /// Reads the record from the first columns of a row.
    ///
    /// - Throws: `internalError` if a column holds something else.
    package let record: @Sendable (borrowing SQLCursorRow) throws -> Record
    /// Binds the values of all columns.
    let bind: @Sendable (Record, inout SQLBinder) throws -> Void

    /// The number of columns, and so the index of the first one that a SELECT adds behind them.
    package var count: Int { names.count }

    /// Returns the text of a SELECT of these columns.
    ///
    /// Keep it as a static constant.
    ///
    /// - Parameters:
    ///   - rest: What follows the list of columns, from FROM on.
    ///   - more: Further columns behind these.
    /// - Returns: The statement.
    package func select(_ rest: String, and more: String...) -> String {
        "SELECT \(([list] + more).joined(separator: ", ")) \(rest)"
    }

    @usableFromInline
    init(
        _ names: [String],
        of table: String,
        record: @escaping @Sendable (borrowing SQLCursorRow) throws -> Record,
        bind: @escaping @Sendable (Record, inout SQLBinder) throws -> Void
    ) {
        self.names = names
        list = names.joined(separator: ", ")
        qualifiedList = names.map { "\(table).\($0)" }.joined(separator: ", ")
        self.record = record
        self.bind = bind
    }

    /// Describes columns of a table.
    ///
    /// Inlinable, so that the loops are compiled for the type of the record.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - table: The name of the table.
    ///   - blank: A record from which reading starts; every column sets its property.
    @inlinable
    package init(_ columns: [RecordColumn<Record>], of table: String, blank: Record) {
        self.init(
            columns.map(\.name),
            of: table,
            record: { row in
                var record = blank
                // The span saves a retain of each closure.
                let span = columns.span
                for index in span.indices { try span[index].read(row, index, &record) }
                return record
            },
            bind: { record, binder in
                let span = columns.span
                for index in span.indices { try span[index].bind(record, &binder) }
            }
        )
    }
}

/// A table with a record in each row, and the statements that follow from its columns.
///
/// Make it once, as a static constant: it has the texts of the statements.
@usableFromInline
package struct RecordTable<Record: Sendable>: Sendable {
    package let name: String
    /// All columns of the record.
    package let columns: RecordColumns<Record>
    /// Inserts a row, unless its key exists.
    package let insertion: String
    /// Inserts a row, or replaces the one with its key.
    package let upsert: String
    /// Replaces the row with the key of the record.
    package let update: String
    private let forms: [(name: String, form: ExportTable.Form)]

    /// Describes a table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - key: The columns that identify a row.
    ///   - outer: Columns that the record does not have, such as the owner. The caller binds them, before the record.
    ///   - fixed: Columns that ``upsert`` leaves as they are, such as the time of creation.
    ///   - assignment: A further assignment of ``update``, such as `version = version + 1`.
    ///   - columns: The columns of the record.
    ///   - blank: A record from which reading starts.
    @inlinable
    package init(
        _ name: String,
        key: [String],
        outer: [(name: String, form: ExportTable.Form)] = [],
        fixed: Set<String> = [],
        updating assignment: String? = nil,
        _ columns: [RecordColumn<Record>],
        blank: Record
    ) {
        self.init(
            name,
            key: key,
            fixed: fixed,
            updating: assignment,
            forms: outer + columns.map { (name: $0.name, form: $0.form) },
            RecordColumns(columns, of: name, blank: blank)
        )
    }

    @usableFromInline
    init(
        _ name: String,
        key: [String],
        fixed: Set<String>,
        updating assignment: String?,
        forms: [(name: String, form: ExportTable.Form)],
        _ columns: RecordColumns<Record>
    ) {
        self.name = name
        self.columns = columns
        self.forms = forms
        let names = forms.map(\.name)
        // Numbered, so that one order of the arguments fits all statements.
        let numbers = names.indices.map { "?\($0 + 1)" }
        let changed = zip(names, numbers).filter { !key.contains($0.0) }
        let keys = zip(names, numbers).filter { key.contains($0.0) }
        let list = key.joined(separator: ", ")
        let insert =
            """
            INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(numbers.joined(separator: ", ")))
            ON CONFLICT (\(list)) DO
            """
        insertion = "\(insert) NOTHING"
        let replaced = changed.map(\.0).filter { !fixed.contains($0) }.map { "\($0) = excluded.\($0)" }
        upsert = "\(insert) UPDATE SET \(replaced.joined(separator: ", "))"
        let assignments = changed.map { "\($0.0) = \($0.1)" } + [assignment].compactMap(\.self)
        update =
            """
            UPDATE \(name) SET \(assignments.joined(separator: ", "))
            WHERE \(keys.map { "\($0.0) = \($0.1)" }.joined(separator: " AND "))
            """
    }

    /// Describes the table for a user's data export.
    ///
    /// - Parameters:
    ///   - title: The name of the rows in the export.
    ///   - condition: The SQL condition that selects a user's rows; `?1` is the user's id.
    ///   - key: Columns that identify a row among the user's rows; also the sort order.
    ///   - more: Columns that neither the record nor its caller sets.
    /// - Returns: The description, with all columns.
    package func exported(
        as title: String,
        condition: String = "user_id = ?1",
        key: [String],
        and more: [String: ExportTable.Form] = [:]
    ) -> ExportTable {
        let columns = forms.reduce(into: more) { $0[$1.name] = $1.form }
        return ExportTable(name, as: title, condition: condition, key: key, columns: columns)
    }
}

extension SQLReader {
    /// Returns the records of all rows.
    ///
    /// - Parameters:
    ///   - columns: The columns at the beginning of each row.
    ///   - sql: A SELECT that begins with ``RecordColumns/list``.
    ///   - arguments: The values for its `?`, in order.
    /// - Returns: The records in the order of the rows.
    /// - Throws: What SQLite throws. `internalError` for an unreadable value.
    package func records<Record>(
        _ columns: RecordColumns<Record>,
        _ sql: String,
        _ arguments: [SQLValue?]
    ) throws -> [Record] {
        var records: [Record] = []
        try forEach(sql, arguments) { row in
            records.append(try columns.record(row))
            return true
        }
        return records
    }
}

extension SQLTransaction {
    /// Inserts a record, unless its key exists.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - table: The table.
    ///   - bindOuter: Binds the columns that the record does not have, in the order of the table.
    /// - Returns: Whether the record was inserted.
    /// - Throws: What SQLite throws.
    package func insert<Record>(
        _ record: Record,
        into table: RecordTable<Record>,
        outer bindOuter: (inout SQLBinder) -> Void = { _ in }
    ) throws -> Bool {
        try run(table.insertion, of: table, record, bindOuter) > 0
    }

    /// Inserts a record, or replaces the one with its key; see ``insert(_:into:outer:)``.
    package func upsert<Record>(
        _ record: Record,
        into table: RecordTable<Record>,
        outer bindOuter: (inout SQLBinder) -> Void = { _ in }
    ) throws {
        try run(table.upsert, of: table, record, bindOuter)
    }

    /// Replaces the record with the same key; see ``insert(_:into:outer:)``.
    package func update<Record>(
        _ record: Record,
        in table: RecordTable<Record>,
        outer bindOuter: (inout SQLBinder) -> Void = { _ in }
    ) throws {
        try run(table.update, of: table, record, bindOuter)
    }

    @discardableResult
    private func run<Record>(
        _ statement: String,
        of table: RecordTable<Record>,
        _ record: Record,
        _ bindOuter: (inout SQLBinder) -> Void
    ) throws -> Int {
        try execute(statement) { binder in
            bindOuter(&binder)
            try table.columns.bind(record, &binder)
        }
    }
}
