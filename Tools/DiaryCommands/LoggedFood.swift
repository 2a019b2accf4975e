package import CommandSupport
package import Contracts

/// What `mealwire log` understands of its arguments and of a search.
package enum LoggedFood {
    /// The first hours of breakfast, lunch, dinner and of the night.
    private static let (morning, noon, evening, night) = (4, 11, 16, 22)

    /// Splits the arguments into the words of a food and an amount in grams: `banana 120`, `rye bread 45.5g`.
    ///
    /// - Throws: `CommandFailure` with an example.
    package static func parse(_ arguments: [String]) throws(CommandFailure) -> (query: String, grams: Double) {
        guard var text = arguments.last, arguments.count > 1 else { throw wrong }
        if text.lowercased().hasSuffix("g") { text.removeLast() }
        guard let grams = Double(text), EntryLimits.grams.contains(grams) else { throw wrong }
        return (arguments.dropLast().joined(separator: " "), grams)
    }

    private static let wrong = CommandFailure(
        """
        Give a food, and its weight in grams from \(DayTable.amount(EntryLimits.grams.lowerBound)) to \
        \(DayTable.amount(EntryLimits.grams.upperBound)), for example: mealwire log banana 120.
        """
    )

    /// Returns the usual meal of an hour.
    package static func meal(atHour hour: Int) -> Meal {
        switch hour {
        case morning..<noon: .breakfast
        case noon..<evening: .lunch
        case evening..<night: .dinner
        default: .snack
        }
    }

    /// Returns the food that a query means beyond doubt: the only one found, or the only one of this very name.
    package static func clearMatch(for query: String, in foods: [Food]) -> Food? {
        if foods.count == 1 { return foods.first }
        let same = foods.filter { $0.name.lowercased() == query.lowercased() }
        return same.count == 1 ? same.first : nil
    }

    /// Returns the foods with numbers to choose from.
    package static func choices(_ foods: [Food]) -> String {
        let rows = foods.enumerated().map { index, food in
            ["\(index + 1)", food.name, food.brand ?? "-", DayTable.amount(food.kcal)]
        }
        return TextTable.text([["", "FOOD", "BRAND", "KCAL/100G"]] + rows, textColumns: 3)
    }

    /// Returns the sentence about a new entry.
    package static func sentence(_ entry: DiaryEntry) -> String {
        let (grams, kcal) = (DayTable.amount(entry.grams), DayTable.amount(entry.nutrients.kcal))
        return "Logged \(grams) g of \(entry.name), \(kcal) kcal, for \(entry.meal.rawValue) on \(entry.date)."
    }
}
