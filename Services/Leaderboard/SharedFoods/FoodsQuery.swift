import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Returns what users that share their foods have eaten on a day.
    package func foods(_ request: LeaderboardFoods, _ context: RequestContext) async throws -> LeaderboardFoods.Reply {
        let (caller, now) = (try context.user(), now())
        var reply = try await store.read { reader in
            let date = (request.date ?? .today).date(today: try reader.today(of: caller, now))
            let page = try reader.sharedFoods(
                on: date,
                from: request.cursor.flatMap { LeaderboardFoods.Cursor($0) },
                limit: request.limit ?? LeaderboardFoods.limitDefault,
                now
            )
            return LeaderboardFoods.Reply(date: date, items: page.items, nextCursor: page.next?.description)
        }
        let (users, entries) = (reply.items.map(\.userId), reply.items.compactMap(\.entry))
        async let people = images?.addresses(of: users, context)
        async let foods = images?.addresses(of: entries, context)
        let (peopleAddresses, foodAddresses) = (try await people ?? [:], try await foods ?? [:])
        for (index, item) in reply.items.enumerated() {
            reply.items[index].imageURL = peopleAddresses[item.userId]
            reply.items[index].food = item.food.shown(imageURL: item.entry.flatMap { foodAddresses[$0] })
        }
        return reply
    }

    /// Returns foods of one user's day with their images.
    func withImages(
        _ foods: [DayShared.SharedFood],
        of user: UserID,
        _ context: RequestContext
    ) async throws -> [DayShared.SharedFood] {
        let entries = foods.compactMap { food in food.id.map { DiaryEntriesImageAddresses.Entry(user: user, id: $0) } }
        let addresses = try await images?.addresses(of: entries, context) ?? [:]
        return foods.map { food in
            let entry = food.id.map { DiaryEntriesImageAddresses.Entry(user: user, id: $0) }
            return food.shown(imageURL: entry.flatMap { addresses[$0] })
        }
    }
}

extension LeaderboardFoods.Item {
    /// The entry, by which the diary finds the image; nil for a day that was shared before foods had an id.
    fileprivate var entry: DiaryEntriesImageAddresses.Entry? {
        food.id.map { DiaryEntriesImageAddresses.Entry(user: userId, id: $0) }
    }
}

/// The foods of one page, and where the next one begins.
private struct FoodsPage {
    var items: [LeaderboardFoods.Item] = []
    /// Nil on the last page.
    var next: LeaderboardFoods.Cursor?

    /// Adds the foods of a user's day, as many as the page has room for.
    ///
    /// - Returns: Whether the page has room for more.
    mutating func add(
        _ foods: [DayShared.SharedFood],
        of person: SharingPerson,
        latestAt: Int,
        from start: LeaderboardFoods.Cursor?,
        limit: Int
    ) -> Bool {
        let isContinued = start.map { $0.user == person.user && $0.latestAt == latestAt } ?? false
        let listed = isContinued ? start?.offset ?? 0 : 0
        let added = foods.dropFirst(listed).prefix(limit - items.count)
        items += added.map { LeaderboardFoods.Item(userId: person.user, name: person.name, food: $0) }
        guard listed + added.count < foods.count else { return true }
        next = LeaderboardFoods.Cursor(latestAt: latestAt, offset: listed + added.count, user: person.user)
        return false
    }
}

extension SQLReader {
    /// Sorts after every id.
    private static var afterAllIDs: String { "~" }

    /// Returns the foods of a day that users share, the users that logged last first.
    fileprivate func sharedFoods(
        on date: PlainDate,
        from start: LeaderboardFoods.Cursor?,
        limit: Int,
        _ now: Date
    ) throws -> FoodsPage {
        var (page, scanned) = (FoodsPage(), 0)
        try forEach(
            """
            SELECT day_food.user_id, latest_at, foods, name, time_zone, day_start_hour
            FROM day_food INDEXED BY day_food_by_day CROSS JOIN person CROSS JOIN food_sharer
            WHERE day_number = ? AND (latest_at, day_food.user_id) <= (?, ?)
                AND person.user_id = day_food.user_id AND shares = 1 AND food_sharer.user_id = day_food.user_id
            ORDER BY latest_at DESC, day_food.user_id DESC
            """,
            [date.dayNumber, start?.latestAt ?? Int.max, start?.user.description ?? Self.afterAllIDs]
        ) { row in
            guard let user = UserID(row.text(0)) else {
                throw ServiceError(.internalError, "The leaderboard holds an unreadable user id.")
            }
            let latestAt = Int(row.integer(1))
            guard page.items.count < limit, scanned < LeaderboardFoods.scannedMax else {
                page.next = LeaderboardFoods.Cursor(latestAt: latestAt, offset: 0, user: user)
                return false
            }
            scanned += 1
            let person = SharingPerson(
                user: user,
                name: row.text(3),
                timeZone: row.text(4),
                dayStartHour: Int(row.integer(5))
            )
            guard person.shownDays(now).contains(date) else { return true }
            let foods = try JSONText(text: row.text(2)).decode([DayShared.SharedFood].self)
            return page.add(foods, of: person, latestAt: latestAt, from: start, limit: limit)
        }
        return page
    }
}
