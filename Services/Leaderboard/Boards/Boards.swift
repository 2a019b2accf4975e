import Contracts
package import FoundationEssentials
import Storage

/// The boards as they stand, brought up to date with each news of somebody and with each day that goes by.
package struct Boards: Sendable {
    package let now: @Sendable () -> Date
    /// Hears which boards are others than before.
    package let news: BoardNews

    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
        news = BoardNews(startedAt: now())
    }

    /// Works out what people have now, in the transaction that has changed something about them.
    func settle(_ people: some Sequence<UserID>, _ transaction: SQLTransaction) throws {
        try settle(people, at: now(), transaction)
    }

    /// The same at a moment that the caller has decided upon.
    func settle(_ people: some Sequence<UserID>, at now: Date, _ transaction: SQLTransaction) throws {
        var (clock, changed) = (DayClock(now: now), Set<Board>())
        for user in people {
            changed.formUnion(try Self.settle(user, &clock, transaction))
            // Days count for challenges that are on no board any more, or not yet.
            try noteGroups(of: user, transaction)
        }
        news.note(changed)
    }

    /// Notes that the groups of somebody compare otherwise now.
    private func noteGroups(of user: UserID, _ transaction: SQLTransaction) throws {
        for group in try transaction.reader.groupIDs(of: user) { news.note(group) }
    }

    /// Takes somebody off all boards.
    func takeOff(_ user: UserID, _ transaction: SQLTransaction) throws {
        news.note(try ScoreTable.set(nil, of: user, transaction))
    }

    /// Works out what one person has, and tells which boards are others then.
    private static func settle(_ user: UserID, _ clock: inout DayClock, _ transaction: SQLTransaction) throws
        -> Set<Board>
    {
        guard let person = try PersonTable.person(user, transaction.reader) else {
            return try ScoreTable.set(nil, of: user, transaction)
        }
        if person.dueDay == PersonTable.workOutAnew { try RunTable.rebuild(of: user, transaction) }
        let today = clock.today(person.timeZone, person.dayStartHour)
        let outlook = try person.shares ? outlook(of: user, today: today, transaction.reader) : Outlook.empty
        if person.dueDay != outlook.dueDay?.dayNumber {
            try PersonTable.setDueDay(outlook.dueDay?.dayNumber, of: user, transaction)
        }
        return try ScoreTable.set(.init(name: person.name, scores: outlook.scores), of: user, transaction)
    }

    private static func outlook(of user: UserID, today: PlainDate, _ reader: SQLReader) throws -> Outlook {
        let window = today.advanced(by: Outlook.window.lowerBound)...today.advanced(by: Outlook.window.upperBound)
        return try Outlook(
            today: today,
            days: try DayTable.days(of: user, in: window, reader),
            runs: try RunTable.runs(endingFrom: today.advanced(by: -1), of: user, reader),
            nextAhead: { try DayTable.first(of: user, from: today.advanced(by: 1), reader) }
        )
    }
}
