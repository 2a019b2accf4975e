extension Store {
    /// Returns what an export omits without a reason: tables and columns that are neither exported nor listed in
    /// `omitted`, and names that do not exist.
    ///
    /// Tests run this on every service's real schema, so that each new table or column requires a decision.
    package func exportGaps(of source: ExportSource) async throws -> [String] {
        try await readAtLength { reader in
            let columns = try reader.columnsByTable()
            let named = Dictionary(grouping: source.tables, by: \.name)
            var gaps = columns.keys.filter { named[$0] == nil && source.omitted[$0] == nil }
            gaps += (Array(named.keys) + source.omitted.keys).filter { columns[$0] == nil }.map { "no table \($0)" }
            gaps += source.omitted.filter { $0.value.isEmpty || named[$0.key] != nil }.map { "reason for \($0.key)" }
            for table in source.tables {
                let (existing, listed) = (columns[table.name] ?? [], Set(table.columns.keys))
                gaps += existing.symmetricDifference(listed).map { "\(table.name).\($0)" }
                gaps += table.key.filter { !existing.contains($0) && $0 != "rowid" }.map { "key \(table.name).\($0)" }
                for case (let column, .withheld("")) in table.columns {
                    gaps.append("reason for \(table.name).\(column)")
                }
            }
            return gaps.sorted()
        }
    }
}

extension SQLReader {
    /// Returns the columns of every table, without internal tables of SQLite and its full-text index.
    fileprivate func columnsByTable() throws -> [String: Set<String>] {
        let rows = try rows(
            """
            SELECT list.name AS "table", info.name AS "column"
            FROM pragma_table_list AS list JOIN pragma_table_xinfo(list.name) AS info
            WHERE list.schema = 'main' AND list.type <> 'shadow' AND list.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        )
        return try rows.reduce(into: [:]) { $0[try $1.value("table"), default: []].insert(try $1.value("column")) }
    }
}
