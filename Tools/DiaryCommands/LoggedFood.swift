package import Contracts

/// What `mealwire log` says about entries, and the meal that it takes by default.
package enum LoggedFood {
    /// The first hours of breakfast, lunch, dinner and of the night.
    private static let (morning, noon, evening, night) = (4, 11, 16, 22)

    /// Returns the usual meal of an hour.
    package static func meal(atHour hour: Int) -> Meal {
        switch hour {
        case morning..<noon: .breakfast
        case noon..<evening: .lunch
        case evening..<night: .dinner
        default: .snack
        }
    }

    /// Returns the sentence about a new entry.
    package static func sentence(_ entry: DiaryEntry) -> String {
        let (grams, kcal) = (DayTable.amount(entry.grams), DayTable.amount(entry.nutrients.kcal))
        return "Logged \(grams) g of \(entry.name), \(kcal) kcal, for \(entry.meal.rawValue) on \(entry.date)."
    }
}
