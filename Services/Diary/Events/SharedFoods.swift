import Calendar
package import Contracts
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
        try emit(try reader.sharedDay(date, of: user), of: user)
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
            let day =
                person.sharesFoods
                ? try reader.sharedDay(total.date, of: user) : DayShared(date: total.date, foods: [])
            try emit(day, of: user)
        }
    }
}

extension SQLReader {
    /// Returns the shared foods for the snapshot.
    func sharedFoodFacts(of user: UserID, now: Date) throws -> [SnapshotSource.Fact] {
        let person = try person(user)
        guard person.sharesFoods else { return [] }
        return try newestDayTotals(of: user, from: person.firstSharedDay(now), limit: .max).map { total in
            try .init(sharedDay(total.date, of: user))
        }
    }

    /// Returns a day as others see it, with the foods in the order of the day; reads only as many entries as are
    /// published.
    fileprivate func sharedDay(_ date: PlainDate, of user: UserID) throws -> DayShared {
        var day = DayShared(date: date, foods: [])
        for meal in Meal.allCases where day.foods.count < DayShared.foodsMax {
            try forEach(
                """
                SELECT id, food_id, name, grams, at, \(Nutrients.columns)
                FROM entry INDEXED BY entry_by_day
                WHERE user_id = ? AND date = ? AND meal = ? ORDER BY position, id LIMIT ?
                """,
                [user.description, date.description, meal.rawValue, DayShared.foodsMax - day.foods.count]
            ) { row in
                day.foods.append(
                    DayShared.SharedFood(
                        id: EntryID(row.text(0)),
                        meal: meal,
                        foodId: row.optionalText(1).flatMap { FoodID($0) },
                        name: String(row.text(2).prefix(DayShared.nameLengthMax)),
                        grams: row.optionalNumber(3),
                        nutrients: row.nutrients(from: 5)
                    )
                )
                day.latestAt = max(day.latestAt ?? "", row.text(4))
                return true
            }
        }
        return day
    }
}

extension DiaryService {
    /// Returns the addresses of the images of entries that their users share, in the order of the request.
    ///
    /// A user that stops sharing is left out at once, whatever the caller knows of it.
    package func imageAddresses(
        _ request: DiaryEntriesImageAddresses,
        _ context: RequestContext
    ) async throws -> DiaryEntriesImageAddresses.Reply {
        let now = now()
        return try await store.read { reader in
            var firstDays: [UserID: PlainDate?] = [:]
            let images = try request.entries.compactMap { entry -> SharedImage? in
                let first = try firstDays[entry.user] ?? reader.firstSharedDay(of: entry.user, now)
                firstDays[entry.user] = .some(first)
                guard let first, let logged = try reader.entry(entry.id, of: entry.user)?.entry else { return nil }
                return logged.date < first ? nil : SharedImage(entry: entry, imageURL: logged.imageURL)
            }
            let items = try reader.withSignedImages(images, \.imageURL, at: now).compactMap { image in
                image.imageURL.map { DiaryEntriesImageAddresses.Item(entry: image.entry, imageURL: $0) }
            }
            return DiaryEntriesImageAddresses.Reply(items: items)
        }
    }
}

/// A shared entry and its image, if it has one.
private struct SharedImage {
    let entry: DiaryEntriesImageAddresses.Entry
    var imageURL: String?
}

extension SQLReader {
    /// Returns the first day of a user that others see; nil if the user does not share foods.
    fileprivate func firstSharedDay(of user: UserID, _ now: Date) throws -> PlainDate? {
        let person = try person(user)
        return person.sharesFoods ? person.firstSharedDay(now) : nil
    }
}

extension Person {
    fileprivate func firstSharedDay(_ now: Date) -> PlainDate { today(now).advanced(by: -SharedFoods.daysPublished) }
}
