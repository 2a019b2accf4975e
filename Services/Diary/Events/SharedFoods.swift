import Contracts
import FoundationEssentials
import Storage

/// What others are told of what somebody eats, who has said that they may see it.
enum SharedFoods {
    /// Days before today of which is told: others see seven days, and a day more may be today yet elsewhere.
    static let daysTold = 7
}

extension SQLTransaction {
    /// Tells what was eaten on a day, if others may see it and the day is near enough.
    func tellFoods(of date: PlainDate, _ user: UserID, _ person: Person, now: Date) throws {
        guard person.sharesFoods, date >= person.firstSharedDay(now) else { return }
        try emit(DayShared(date: date, foods: try reader.sharedFoods(of: user, on: date)), of: user)
    }

    /// Tells of the days that others see after somebody has begun to share their foods, and that there is nothing on these
    /// days any more after they have ended it.
    ///
    /// Who follows the diary hears of this in the order in which it was decided, and so ends up with what holds now.
    ///
    /// - Parameters:
    ///   - before: Whether they did.
    ///   - user: Who.
    ///   - now: When they said so.
    /// - Throws: what SQLite throws.
    func sharingHasChanged(from before: Bool, of user: UserID, now: Date) throws {
        let person = try reader.person(user)
        guard person.sharesFoods != before else { return }
        for total in try reader.newestDayTotals(of: user, from: person.firstSharedDay(now), limit: .max) {
            let foods = person.sharesFoods ? try reader.sharedFoods(of: user, on: total.date) : []
            try emit(DayShared(date: total.date, foods: foods), of: user)
        }
    }
}

extension SQLReader {
    /// What the snapshot tells of shared foods.
    func sharedFoodFacts(of user: UserID, now: Date) throws -> [SnapshotSource.Fact] {
        let person = try person(user)
        guard person.sharesFoods else { return [] }
        return try newestDayTotals(of: user, from: person.firstSharedDay(now), limit: .max).map { total in
            let foods = try sharedFoods(of: user, on: total.date)
            return try .init(DayShared(date: total.date, foods: foods))
        }
    }

    /// What was eaten on a day, as others see it, in the order of the day; no more entries are read than are told.
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
    fileprivate func firstSharedDay(_ now: Date) -> PlainDate { today(now).advanced(by: -SharedFoods.daysTold) }
}
