import Calendar
import Contracts
import FoundationEssentials
import Storage

/// Foods that a user shares with others.
enum SharedFoods {
    /// Days before today that are published: others see seven days, and one more may still be today in another time
    /// zone.
    static let daysPublished = 7
}

extension SQLTransaction {
    /// Publishes the foods of a day if the user shares foods and the day is recent enough.
    func publishFoods(of date: PlainDate, _ user: UserID, _ person: Person, now: Date) throws {
        guard person.sharesFoods, date >= person.firstSharedDay(now) else { return }
        try emit(DayShared(date: date, foods: try reader.sharedFoods(of: user, on: date)), of: user)
    }

    /// Publishes the recent days after a user has started to share foods, and empty days after the user has stopped.
    ///
    /// Subscribers receive the events in the order of these decisions, so that they end in the current state.
    ///
    /// - Parameters:
    ///   - before: Whether the user shared foods before.
    ///   - user: The user.
    ///   - now: The time of the decision.
    /// - Throws: What SQLite throws.
    func publishSharingChange(from before: Bool, of user: UserID, now: Date) throws {
        let person = try reader.person(user)
        guard person.sharesFoods != before else { return }
        for total in try reader.newestDayTotals(of: user, from: person.firstSharedDay(now), limit: .max) {
            let foods = person.sharesFoods ? try reader.sharedFoods(of: user, on: total.date) : []
            try emit(DayShared(date: total.date, foods: foods), of: user)
        }
    }
}

extension SQLReader {
    /// Returns the shared foods for the snapshot.
    func sharedFoodFacts(of user: UserID, now: Date) throws -> [SnapshotSource.Fact] {
        let person = try person(user)
        guard person.sharesFoods else { return [] }
        return try newestDayTotals(of: user, from: person.firstSharedDay(now), limit: .max).map { total in
            let foods = try sharedFoods(of: user, on: total.date)
            return try .init(DayShared(date: total.date, foods: foods))
        }
    }

    /// Returns the foods of a day as others see them, in the order of the day; reads only as many entries as are
    /// published.
    fileprivate func sharedFoods(of user: UserID, on date: PlainDate) throws -> [DayShared.SharedFood] {
        var foods: [DayShared.SharedFood] = []
        for meal in Meal.allCases where foods.count < DayShared.foodsMax {
            try forEach(
                """
                SELECT name, grams, kcal FROM entry INDEXED BY entry_by_day
                WHERE user_id = ? AND date = ? AND meal = ? ORDER BY position, id LIMIT ?
                """,
                [user.description, date.description, meal.rawValue, DayShared.foodsMax - foods.count]
            ) { row in
                let name = String(row.text(0).prefix(DayShared.nameLengthMax))
                foods.append(.init(meal: meal, name: name, grams: row.optionalNumber(1), kcal: row.number(2)))
                return true
            }
        }
        return foods
    }
}

extension Person {
    fileprivate func firstSharedDay(_ now: Date) -> PlainDate { today(now).advanced(by: -SharedFoods.daysPublished) }
}
