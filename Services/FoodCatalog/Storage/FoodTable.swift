import Contracts
import Storage

/// Foods as rows.
enum FoodTable {
    static func isEmpty(_ transaction: SQLTransaction) throws -> Bool {
        try transaction.row("SELECT number FROM food LIMIT 1") == nil
    }

    static func isEmpty(_ reader: SQLReader) throws -> Bool {
        try reader.row("SELECT number FROM food LIMIT 1") == nil
    }

    static func food(_ id: FoodID, _ reader: SQLReader) throws -> Food? {
        try reader.row("SELECT * FROM food WHERE id = ?", [id.description])?.food()
    }

    /// A row that the index has just found in the same view of the database.
    static func food(number: Int64, _ reader: SQLReader) throws -> Food {
        guard let row = try reader.row("SELECT * FROM food WHERE number = ?", [number]) else {
            throw ServiceError(.internalError, "The index knows a food that is not there.")
        }
        return try row.food()
    }

    static func insert(_ food: Food, _ name: SearchableName, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO food (
                id, name, brand, category, source, kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g,
                saturated_fat_g, sodium_mg, portions, words, stems, lead_start, lead_end, detail
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                food.id.description, food.name, food.brand, food.category, food.source, food.kcal, food.proteinG,
                food.fatG, food.carbohydrateG, food.fiberG, food.sugarG, food.saturatedFatG, food.sodiumMg,
                food.portions.isEmpty ? noPortions : try JSONText(food.portions).text,
                name.words.joined(separator: " "), name.stems.joined(separator: " "), name.lead.lowerBound,
                name.lead.upperBound, name.detail,
            ]
        )
    }

    /// Most foods of the starter have none, and need no JSON decoder then.
    fileprivate static let noPortions = "[]"
}

extension SQLRow {
    fileprivate func food() throws -> Food {
        guard let id = FoodID(try value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The catalogue holds a food with an unreadable id.")
        }
        let portions = try value("portions", as: String.self)
        return Food(
            id: id,
            name: try value("name"),
            brand: optional("brand"),
            category: optional("category"),
            kcal: try value("kcal"),
            proteinG: try value("protein_g"),
            fatG: try value("fat_g"),
            carbohydrateG: try value("carbohydrate_g"),
            fiberG: optional("fiber_g"),
            sugarG: optional("sugar_g"),
            saturatedFatG: optional("saturated_fat_g"),
            sodiumMg: optional("sodium_mg"),
            portions: portions == FoodTable.noPortions ? [] : try JSONText(text: portions).decode([Portion].self),
            source: try value("source")
        )
    }
}
