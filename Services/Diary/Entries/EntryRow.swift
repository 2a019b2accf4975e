import Contracts
import Storage

extension SQLRow {
    func loggedEntry() throws -> LoggedEntry {
        guard let id = EntryID(try value("id", as: String.self)),
            let meal = Meal(rawValue: try value("meal", as: String.self))
        else { throw ServiceError(.internalError, "The diary holds an unreadable entry.") }
        let entry = DiaryEntry(
            id: id,
            date: try date("date"),
            meal: meal,
            position: try value("position"),
            at: try value("at"),
            foodId: optional("food_id", as: String.self).flatMap(FoodID.init),
            name: try value("name"),
            imageURL: optional("image"),
            grams: optional("grams"),
            portion: optional("portion"),
            quantity: optional("quantity"),
            nutrients: nutrients(kcal: try value("kcal"), suffix: ""),
            version: try value("version")
        )
        return LoggedEntry(
            entry: entry,
            per100g: optional("kcal_per_100_g").map { nutrients(kcal: $0, suffix: "_per_100_g") },
            portionGrams: optional("portion_grams")
        )
    }

    private func nutrients(kcal: Double, suffix: String) -> Nutrients {
        Nutrients(
            kcal: kcal,
            proteinG: optional("protein_g\(suffix)"),
            fatG: optional("fat_g\(suffix)"),
            carbohydrateG: optional("carbohydrate_g\(suffix)"),
            fiberG: optional("fiber_g\(suffix)"),
            sugarG: optional("sugar_g\(suffix)"),
            saltG: optional("salt_g\(suffix)")
        )
    }
}

extension DiaryEntry {
    /// The columns of an entry, in the order in which ``SQLCursorRow/diaryEntry()`` reads them.
    static let columns = """
        id, date, meal, position, at, food_id, name, image, grams, portion, quantity,
        kcal, protein_g, fat_g, carbohydrate_g, fiber_g, sugar_g, salt_g, version
        """
}

extension SQLCursorRow {
    /// Reads the columns of ``DiaryEntry/columns`` by position, because a day may have hundreds of entries.
    func diaryEntry() throws -> DiaryEntry {
        guard let id = EntryID(text(0)), let meal = Meal(rawValue: text(2)) else {
            throw ServiceError(.internalError, "The diary holds an unreadable entry.")
        }
        return DiaryEntry(
            id: id,
            date: try date(1),
            meal: meal,
            position: Int(integer(3)),
            at: text(4),
            foodId: optionalText(5).flatMap(FoodID.init),
            name: text(6),
            imageURL: optionalText(7),
            grams: optionalNumber(8),
            portion: optionalText(9),
            quantity: optionalNumber(10),
            nutrients: Nutrients(
                kcal: number(11),
                proteinG: optionalNumber(12),
                fatG: optionalNumber(13),
                carbohydrateG: optionalNumber(14),
                fiberG: optionalNumber(15),
                sugarG: optionalNumber(16),
                saltG: optionalNumber(17)
            ),
            version: Int(integer(18))
        )
    }
}
