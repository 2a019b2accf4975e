package import Contracts
package import FoundationEssentials
package import Storage

/// Caches answers of sources for a limited time, including empty ones.
package struct RemoteCache: Sendable {
    /// Maximum number of cached answers: about a day at the highest rate that sources allow.
    package static let answersMax = 5_000
    /// Maximum number of cached foods of about 2 KB each.
    package static let foodsMax = 10_000

    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    /// Returns the cached answer of a source, if all of its foods are cached.
    package func answer(to question: RemoteQuestion, of source: RemoteSourceName, at now: Date) async throws
        -> RemoteAnswer?
    {
        let (source, key, time) = (source.rawValue, question.key, Int(now.timeIntervalSince1970))
        return try await store.read { reader in
            let row = try reader.row(
                "SELECT ids, left_out FROM remote_answer WHERE source = ? AND question = ? AND expires_at > ?",
                [source, key, time]
            )
            guard let row else { return nil }
            let ids = try JSONText(text: try row.value("ids", as: String.self)).decode([String].self)
            var answer = RemoteAnswer(leftOut: try row.value("left_out"))
            for id in ids {
                guard let food = try Self.food(id, of: source, at: time, reader) else { return nil }
                answer.foods.append(food)
            }
            return answer
        }
    }

    /// Returns a food of a cached answer.
    package func food(_ id: String, of source: RemoteSourceName, at now: Date) async throws -> ImportedFood? {
        let time = Int(now.timeIntervalSince1970)
        return try await store.read { try Self.food(id, of: source.rawValue, at: time, $0) }
    }

    private static func food(_ id: String, of source: String, at time: Int, _ reader: SQLReader) throws
        -> ImportedFood?
    {
        let row = try reader.row(
            "SELECT food FROM remote_food WHERE source = ? AND source_id = ? AND expires_at > ?",
            [source, id, time]
        )
        return row.flatMap(food)
    }

    /// Returns a food of a cached answer by the id that it has once it is stored in the catalog.
    static func food(_ id: FoodID, at now: Date, _ reader: SQLReader) throws -> ImportedFood? {
        let row = try reader.row(
            "SELECT food FROM remote_food WHERE food_id = ? AND expires_at > ?",
            [id.blob, Int(now.timeIntervalSince1970)]
        )
        return row.flatMap(food)
    }

    /// Parses the food of a row; nil for one of another version that this one cannot decode, which counts as missing.
    private static func food(_ row: SQLRow) -> ImportedFood? {
        try? JSONText(text: try row.value("food", as: String.self)).decode(ImportedFood.self)
    }

    /// Caches an answer, including an empty one.
    package func insert(
        _ answer: RemoteAnswer,
        to question: RemoteQuestion,
        of source: any RemoteSource,
        at now: Date
    ) async throws {
        let (name, key) = (source.name.rawValue, question.key)
        let lifetimeSeconds = answer.foods.isEmpty ? source.lifetimes.notFoundSeconds : source.lifetimes.foundSeconds
        let end = Int(now.timeIntervalSince1970) + lifetimeSeconds
        let ids = try JSONText(answer.foods.map(\.sourceID)).text
        try await store.write { transaction in
            try transaction.execute(
                """
                INSERT INTO remote_answer (source, question, ids, left_out, expires_at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (source, question) DO UPDATE SET ids = excluded.ids, left_out = excluded.left_out,
                    expires_at = excluded.expires_at
                """,
                [name, key, ids, answer.leftOut, end]
            )
            for food in answer.foods {
                // A refreshed food keeps its id in the catalog: the id follows from the key alone, because foods of
                // sources bring no id of their own.
                try transaction.execute(
                    """
                    INSERT INTO remote_food (source, source_id, food_id, food, expires_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (source, source_id) DO UPDATE SET food = excluded.food, expires_at = excluded.expires_at
                    """,
                    [name, food.sourceID, food.catalogID(of: name).blob, try JSONText(food).text, end]
                )
            }
        }
    }

    /// Deletes expired entries, and the oldest entries beyond the limits.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - answersMax: Maximum number of answers.
    ///   - foodsMax: Maximum number of foods.
    /// - Throws: `ServiceError` if the database fails.
    package func sweep(
        at now: Date,
        answersMax: Int = Self.answersMax,
        foodsMax: Int = Self.foodsMax
    ) async throws {
        let time = Int(now.timeIntervalSince1970)
        try await store.write { transaction in
            try transaction.sweep("remote_answer", key: "source, question", at: time, max: answersMax)
            try transaction.sweep("remote_food", key: "source, source_id", at: time, max: foodsMax)
        }
    }

    /// Deletes everything, for when no source is enabled any more; does not write if the cache is empty.
    package func clear() async throws {
        let isEmpty = try await store.read { reader in
            try reader.row("SELECT 1 FROM remote_answer LIMIT 1") == nil
                && reader.row("SELECT 1 FROM remote_food LIMIT 1") == nil
        }
        if isEmpty { return }
        try await store.write { transaction in
            try transaction.execute("DELETE FROM remote_answer")
            try transaction.execute("DELETE FROM remote_food")
        }
    }
}

extension SQLTransaction {
    fileprivate func sweep(_ table: String, key: String, at time: Int, max: Int) throws {
        try execute("DELETE FROM \(table) WHERE expires_at <= ?", [time])
        // Within one source, the entry that expires first is the oldest.
        try execute(
            """
            DELETE FROM \(table) WHERE (\(key)) IN
                (SELECT \(key) FROM \(table) ORDER BY expires_at DESC, \(key) LIMIT ? OFFSET ?)
            """,
            // SQLite has no offset without a limit.
            [Int.max, max]
        )
    }
}
