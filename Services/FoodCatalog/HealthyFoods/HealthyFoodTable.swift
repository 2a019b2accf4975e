import Contracts
import Storage

/// Reads and writes the rows of healthy foods.
enum HealthyFoodTable {
    private static let columns = [
        "name", "names", "kcal", "description", "descriptions", "image_url", "recipe_url", "category", "food_id",
    ]
    /// Selects rows; `has_food` is 0 if the linked food is gone or private, and its id is then not returned.
    private static let selection =
        """
        SELECT healthy_food.*, EXISTS (
            SELECT 1 FROM food WHERE food.id = healthy_food.food_id AND (food.owner IS NULL OR food.shared = 1)
        ) AS has_food
        FROM healthy_food
        """

    /// Returns a food that is on the list.
    static func food(_ id: HealthyFoodID, _ reader: SQLReader) throws -> HealthyFoodRow? {
        try reader.row("\(selection) WHERE id = ? AND is_removed = 0", [id.description])?.healthyFood()
    }

    /// Returns the foods of the list after a cursor.
    static func foods(
        category: String?,
        after cursor: HealthyFoodCursor?,
        limit: Int,
        _ reader: SQLReader
    ) throws -> [(cursor: HealthyFoodCursor, food: HealthyFoodRow)] {
        try reader.rows(
            """
            \(selection)
            WHERE is_removed = 0 AND (position, id) > (?, ?) AND (CAST(? AS TEXT) IS NULL OR category = ?)
            ORDER BY position, id LIMIT ?
            """,
            [cursor?.position ?? Int.min, cursor?.id.description ?? "", category, category, limit]
        ).map { row in
            let food = try row.healthyFood()
            return (HealthyFoodCursor(position: try row.value("position"), id: food.id), food)
        }
    }

    /// Adds a food by staff at the end of the list.
    ///
    /// - Throws: `conflict` if its id was ever on the list, or if the list is full.
    static func insert(_ food: HealthyFoodRow, _ transaction: SQLTransaction) throws {
        let count: Int = try transaction.reader.scalar("SELECT count(*) FROM healthy_food") ?? 0
        guard count < HealthyFoodLimits.foodsMax else {
            throw ServiceError(
                .conflict,
                "The list is limited to \(HealthyFoodLimits.foodsMax) foods; remove some.",
                params: ["max": "\(HealthyFoodLimits.foodsMax)"]
            )
        }
        let added = try transaction.execute(
            """
            INSERT INTO healthy_food (id, position, is_of_file, \(columns.joined(separator: ", ")))
            SELECT ?, coalesce(max(position), 0) + 1, 0, \(columns.map { _ in "?" }.joined(separator: ", "))
            FROM healthy_food WHERE true ON CONFLICT (id) DO NOTHING
            """,
            [food.id.description] + (try values(of: food))
        )
        guard added > 0 else { throw ServiceError(.conflict, "A healthy food with this id exists already.") }
    }

    /// Stores a change by staff, which later files do not overwrite.
    static func replace(_ food: HealthyFoodRow, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            UPDATE healthy_food SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), version = ?, is_touched = 1
            WHERE id = ?
            """,
            try values(of: food) + [food.version, food.id.description]
        )
    }

    /// Removes a food from the list; a row of the file stays, hidden, so that a later file does not add it again.
    static func remove(_ id: HealthyFoodID, _ transaction: SQLTransaction) throws {
        try transaction.execute("DELETE FROM healthy_food WHERE id = ? AND is_of_file = 0", [id.description])
        try transaction.execute("UPDATE healthy_food SET is_removed = 1 WHERE id = ?", [id.description])
    }

    /// Inserts or updates a food of the file, unless staff changed or removed it.
    static func upsert(_ food: HealthyFoodRow, position: Int, _ transaction: SQLTransaction) throws {
        let allColumns = columns + ["position"]
        let list = { (prefix: String) in allColumns.map { prefix + $0 }.joined(separator: ", ") }
        try transaction.execute(
            """
            INSERT INTO healthy_food (id, is_of_file, \(list("")))
            VALUES (?, 1, \(allColumns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (id) DO UPDATE SET version = healthy_food.version + 1,
                \(allColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            WHERE healthy_food.is_touched = 0 AND healthy_food.is_removed = 0 AND healthy_food.is_of_file = 1
                AND (\(list("healthy_food."))) IS DISTINCT FROM (\(list("excluded.")))
            """,
            [food.id.description] + (try values(of: food)) + [position]
        )
    }

    /// Removes foods of an older file that this one lacks, unless staff changed them.
    static func removeAll(but ids: [HealthyFoodID], _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            DELETE FROM healthy_food
            WHERE is_of_file = 1 AND is_touched = 0 AND is_removed = 0 AND id NOT IN (SELECT value FROM json_each(?))
            """,
            [try JSONText(ids.map(\.description)).text]
        )
    }

    private static func values(of food: HealthyFoodRow) throws -> [SQLValue?] {
        [
            food.name, try sorted(food.names), food.kcal, food.description, try sorted(food.descriptions),
            food.imageURL, food.recipeURL, food.category, food.foodId?.blob,
        ]
    }

    /// Encodes texts sorted by language, so that equal texts have equal encodings.
    private static func sorted(_ texts: [String: String]) throws -> String {
        try JSONText(texts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }).text
    }
}

/// A position in the list, sent to clients as a cursor: `12-` and an id.
struct HealthyFoodCursor: Sendable, Equatable, LosslessStringConvertible {
    let position: Int
    let id: HealthyFoodID

    init(position: Int, id: HealthyFoodID) {
        self.position = position
        self.id = id
    }

    init?(_ description: String) {
        guard description.count > UUIDv7.textLength + 1,
            let id = HealthyFoodID(String(description.suffix(UUIDv7.textLength))),
            let position = Int(description.dropLast(UUIDv7.textLength + 1))
        else { return nil }
        self.init(position: position, id: id)
        guard self.description == description else { return nil }
    }

    var description: String { "\(position)-\(id)" }
}

extension SQLRow {
    fileprivate func healthyFood() throws -> HealthyFoodRow {
        guard let id = HealthyFoodID(try value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The database contains a healthy food with an unreadable id.")
        }
        var food = HealthyFoodRow(id: id)
        food.name = try value("name")
        food.names = try texts("names")
        food.kcal = try value("kcal")
        food.description = try value("description")
        food.descriptions = try texts("descriptions")
        food.imageURL = optional("image_url")
        food.recipeURL = optional("recipe_url")
        food.category = try value("category")
        food.foodId = try value("has_food") ? FoodID(blob: try value("food_id")) : nil
        food.version = try value("version")
        return food
    }

    private func texts(_ column: String) throws -> [String: String] {
        let list = try JSONText(text: try value(column)).decode([String].self)
        let pairs = stride(from: 0, to: list.count - 1, by: 2).map { (list[$0], list[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }
    }
}
