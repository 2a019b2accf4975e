import Contracts
import FoundationEssentials
import Storage

extension FoodTable {
    /// A food with what the table adds to it.
    struct Stored {
        let number: Int64
        let food: FoodRow
        let version: Int
        /// With which it stands in the index.
        let rank: FoodRank
    }

    /// A food by its id, whoever may see it.
    static func stored(_ id: FoodID, _ reader: SQLReader) throws -> Stored? {
        guard let row = try reader.row("SELECT * FROM food WHERE id = ?", [id.blob]) else { return nil }
        return Stored(
            number: try row.value("number"),
            food: try row.foodRow(),
            version: try row.value("version"),
            rank: FoodRank(prominence: try row.value("prominence"))
        )
    }

    /// The row of a food, if it is there.
    static func number(of id: FoodID, _ reader: SQLReader) throws -> Int64? {
        try reader.scalar("SELECT number FROM food WHERE id = ?", [id.blob])
    }

    /// A row that the index has just found in the same view of the database.
    static func row(number: Int64, _ reader: SQLReader) throws -> FoodRow {
        guard let row = try reader.row("SELECT * FROM food WHERE number = ?", [number]) else {
            throw ServiceError(.internalError, "The index knows a food that is not there.")
        }
        return try row.foodRow()
    }
}

extension SQLRow {
    func foodRow() throws -> FoodRow {
        guard let id = FoodID(blob: try value("id")), let type = FoodType(rawValue: try value("type")) else {
            throw ServiceError(.internalError, "The catalogue holds a food that cannot be read.")
        }
        return FoodRow(
            id: id,
            owner: optional("owner", as: String.self).flatMap { UserID($0) },
            shared: try value("shared"),
            digest: try value("digest"),
            type: type,
            source: try value("source"),
            sourceID: try value("source_id"),
            name: try value("name"),
            language: try value("language"),
            names: try json("names") ?? [:],
            aliases: try json("aliases") ?? [],
            brand: optional("brand"),
            category: optional("category"),
            kcal: try value("kcal"),
            proteinG: optional("protein_g"),
            fatG: optional("fat_g"),
            carbohydrateG: optional("carbohydrate_g"),
            fiberG: optional("fiber_g"),
            sugarG: optional("sugar_g"),
            saturatedFatG: optional("saturated_fat_g"),
            sodiumMg: optional("sodium_mg"),
            nutrients: try json("nutrients") ?? [:],
            portions: try json("portions") ?? [],
            flags: words("flags").compactMap { FoodFlag(rawValue: $0) },
            allergens: optional("allergens", as: String.self) == nil
                ? nil : words("allergens").compactMap { Allergen(rawValue: $0) },
            barcode: optional("barcode", as: Int64.self).map { GTIN(number: $0) },
            ingredients: optional("ingredients"),
            imageURL: optional("image_url")
        )
    }

    private func json<Value: Decodable>(_ column: String) throws -> Value? {
        try optional(column, as: String.self).map { try JSONText(text: $0).decode(Value.self) }
    }

    private func words(_ column: String) -> [String] {
        (optional(column, as: String.self) ?? "").split(separator: " ").map(String.init)
    }
}

extension FoodRow {
    /// The food as it is listed.
    ///
    /// - Parameters:
    ///   - language: In which its name is wanted.
    ///   - reader: Who asks.
    ///   - allergens: What they cannot have.
    /// - Returns: The food without what only details have.
    func listed(in language: String?, for reader: UserID?, avoiding allergens: Set<Allergen> = []) -> Food {
        var food = Food(
            id: id,
            name: language.flatMap { $0 == self.language ? nil : names[$0] } ?? name,
            brand: brand,
            category: category,
            kcal: kcal,
            proteinG: proteinG,
            fatG: fatG,
            carbohydrateG: carbohydrateG,
            fiberG: fiberG,
            sugarG: sugarG,
            saturatedFatG: saturatedFatG,
            sodiumMg: sodiumMg,
            portions: portions,
            flags: flags.map(\.rawValue),
            source: source,
            imageURL: imageURL,
            type: type,
            allergens: self.allergens?.map(\.rawValue)
        )
        let matches = (self.allergens ?? []).filter(allergens.contains)
        if !matches.isEmpty { food.allergenMatches = matches.map(\.rawValue) }
        if owner != nil, owner == reader { food.own = true }
        return food
    }

    /// The food with all that is known of it.
    func detailed(
        in language: String?,
        for reader: UserID?,
        version: Int,
        avoiding allergens: Set<Allergen> = []
    ) -> Food {
        var food = listed(in: language, for: reader, avoiding: allergens)
        var all = names
        all[self.language] = name
        food.names = all
        food.barcode = barcode?.text
        food.ingredients = ingredients
        food.nutrients = nutrients.isEmpty ? nil : nutrients
        if food.own == true { food.version = version }
        return food
    }
}
