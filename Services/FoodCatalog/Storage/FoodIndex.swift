import Storage

/// The full-text index of names: finds a bounded set of candidates, which ``SearchRanking`` orders.
package enum FoodIndex {
    /// Candidates that are read in order of rows.
    ///
    /// The starter is stored plain foods first, so what is cut off is the most particular; ranking more would cost time
    /// for pages that nobody asks for.
    static let plainestMax = 400
    /// Candidates besides, whose names begin with a word of the query; only looked for where the others were cut off.
    static let startingMax = 200
    /// The most that a search can lead to.
    package static let candidatesMax = plainestMax + startingMax

    /// Names with every word of the query; where there are none, names with some.
    static func candidates(for query: SearchQuery, _ reader: SQLReader) throws -> [SearchRanking.Candidate] {
        let all = expression(query, joinedBy: "AND")
        var found = try match(all, orderedBy: "rowid", plainestMax, reader)
        if found.count == plainestMax, let last = found.map(\.number).max() {
            let starting = "(\(all)) AND (\(query.words.map(start).joined(separator: " OR ")))"
            found += try match(starting, after: last, orderedBy: "rowid", startingMax, reader)
        }
        if found.isEmpty, query.words.count > 1 {
            // bm25 favours names with more of the words, and the rarer ones.
            found = try match(expression(query, joinedBy: "OR"), orderedBy: "rank", plainestMax, reader)
        }
        return found
    }

    private static func match(
        _ expression: String,
        after number: Int64 = 0,
        orderedBy order: String,
        _ limit: Int,
        _ reader: SQLReader
    ) throws -> [SearchRanking.Candidate] {
        let rows = try reader.rows(
            """
            SELECT number, id, words, stems, lead_start, lead_end, detail, length(name) AS length
            FROM (
                SELECT rowid FROM food_index WHERE food_index MATCH ? AND rowid > ? ORDER BY \(order) LIMIT ?
            ) AS found
            JOIN food ON food.number = found.rowid
            """,
            [expression, number, limit]
        )
        return try rows.map {
            SearchRanking.Candidate(
                number: try $0.value("number"),
                id: try $0.value("id"),
                words: try $0.value("words"),
                stems: try $0.value("stems"),
                lead: try $0.value("lead_start")..<$0.value("lead_end"),
                detail: try $0.value("detail"),
                length: try $0.value("length")
            )
        }
    }

    /// FTS5 is given nothing but words of letters, digits and marks, each in quotes: a query has no syntax.
    private static func expression(_ query: SearchQuery, joinedBy operation: String) -> String {
        query.words
            .map { "(words : \"\($0.prefix)\" * OR stems : \"\($0.stem)\")" }
            .joined(separator: " \(operation) ")
    }

    private static func start(_ word: SearchQuery.Word) -> String {
        "(words : ^ \"\(word.prefix)\" * OR stems : ^ \"\(word.stem)\")"
    }
}
