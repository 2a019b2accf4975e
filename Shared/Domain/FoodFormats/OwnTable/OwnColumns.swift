import Contracts

/// Assigns the columns of a user's own table.
enum OwnColumns {
    private struct Found {
        let column: String
        let index: Int
        let scale: Double
    }

    /// Finds the columns.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - mapping: The table's headers by catalog column; other columns are guessed.
    /// - Returns: The columns.
    /// - Throws: `SourceFailure` if the mapping names missing columns, or name or energy cannot be found.
    static func find(_ table: Table, _ mapping: [String: String]) throws(SourceFailure) -> CatalogColumns {
        var columns = CatalogColumns()
        var found = try mapped(table, mapping, &columns)
        let taken = Set(found.map(\.index))
        for (index, text) in table.columns.enumerated() where !taken.contains(index) {
            let header = OwnHeader(text)
            let isCatalogColumn = isKnown(text)
            guard let column = isCatalogColumn ? catalogColumn(text) : header.column, mapping[column] == nil,
                // Energy may have two units, and sodium may also be given as salt; otherwise the first column counts.
                ["kcal", "sodiumMg"].contains(column) || !found.contains(where: { $0.column == column }),
                let scale = isCatalogColumn ? 1 : header.scale(to: column)
            else {
                columns.addUnknown(text)
                continue
            }
            if !isCatalogColumn { recordAssumedUnit(header, text, column, &columns) }
            found.append(Found(column: column, index: index, scale: scale))
        }
        // Of kilocalories and kilojoules, or of sodium and salt, the column without conversion takes precedence.
        for entry in found.sorted(by: { ($0.scale == 1 ? 0 : 1, $0.index) < ($1.scale == 1 ? 0 : 1, $1.index) }) {
            columns.add(entry.column, entry.index, header: table.columns[entry.index], scale: entry.scale)
        }
        let missing = ["name", "kcal"].filter { name in !found.contains { $0.column == name } }
        guard missing.isEmpty else {
            throw table.missingColumns(
                missing.map { $0 == "kcal" ? "kcal (energy)" : $0 },
                "Name the columns with a mapping such as name=\(table.columns.first ?? "Food")."
            )
        }
        return columns
    }

    private static func mapped(
        _ table: Table,
        _ mapping: [String: String],
        _ columns: inout CatalogColumns
    ) throws(SourceFailure) -> [Found] {
        var found: [Found] = []
        for (column, text) in mapping.sorted(by: { $0.key < $1.key }) {
            guard isKnown(column) else {
                throw SourceFailure(
                    table.name,
                    "cannot be read with the mapping \(column)=\(text): there is no column \(column) here",
                    advice:
                        "There are \((CatalogColumns.known + FurtherNutrient.allCases.map(\.rawValue)).joined(separator: ", ")), and names by language such as name:uk."
                )
            }
            let index =
                table.columns.firstIndex(of: text)
                ?? table.columns.firstIndex { $0.lowercased() == text.lowercased() }
            guard let index else {
                throw table.missingColumns([text], "It was named by the mapping \(column)=\(text).")
            }
            let header = OwnHeader(text)
            guard let scale = isKnown(text) ? 1 : header.scale(to: catalogColumn(column)) else {
                throw SourceFailure(
                    table.name,
                    "has \(text), with a unit that cannot be converted to that of \(column)",
                    advice: "Map another column."
                )
            }
            if !isKnown(text) { recordAssumedUnit(header, text, catalogColumn(column), &columns) }
            found.append(Found(column: catalogColumn(column), index: index, scale: scale))
        }
        return found
    }

    private static func isKnown(_ column: String) -> Bool {
        CatalogColumns.known.contains(column) || FurtherNutrient(rawValue: column) != nil || column.hasPrefix("name:")
    }

    /// Maps `id` to the source id, since ids of users' own tables are not UUIDs.
    private static func catalogColumn(_ column: String) -> String { column == "id" ? "sourceID" : column }

    private static func recordAssumedUnit(
        _ header: OwnHeader,
        _ text: String,
        _ column: String,
        _ columns: inout CatalogColumns
    ) {
        if let unit = header.assumedUnit(for: column) { columns.assumed.append("\(text) as \(unit)") }
    }
}
