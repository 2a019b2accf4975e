import Calendar
import Contracts
package import FoundationEssentials
import Storage

/// Updates the stored boards after each event and at the end of each day.
package struct Boards: Sendable {
    package let now: @Sendable () -> Date
    /// Publishes the changed boards and groups.
    package let changes: BoardChanges

    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
        changes = BoardChanges()
    }

    /// Recomputes the scores of users, in the transaction that has changed their data.
    func updateScores(of people: some Sequence<UserID>, _ transaction: SQLTransaction) throws {
        try updateScores(of: people, at: now(), transaction)
    }

    /// Recomputes the scores of users for a given time.
    func updateScores(of people: some Sequence<UserID>, at now: Date, _ transaction: SQLTransaction) throws {
        var (clock, changed) = (DayClock(now: now), Set<Board>())
        for user in people {
            changed.formUnion(try Self.updateScores(of: user, &clock, transaction))
            // Days also count for challenges when they are on no board any more, or not yet.
            try recordGroups(of: user, transaction)
        }
        changes.record(changed)
    }

    /// Records that the standings of a user's groups may have changed.
    private func recordGroups(of user: UserID, _ transaction: SQLTransaction) throws {
        for group in try transaction.reader.groupIDs(of: user) { changes.record(group) }
    }

    /// Removes a user from all boards.
    func remove(_ user: UserID, _ transaction: SQLTransaction) throws {
        changes.record(try ScoreTable.set(nil, of: user, transaction))
    }

    /// Recomputes one user's scores.
    ///
    /// Returns the changed boards.
    private static func updateScores(of user: UserID, _ clock: inout DayClock, _ transaction: SQLTransaction) throws
        -> Set<Board>
    {
        guard let person = try PersonTable.person(user, transaction.reader) else {
            return try ScoreTable.set(nil, of: user, transaction)
        }
        if person.dueDay == PersonTable.rebuildDueDay { try StreakTable.rebuild(of: user, transaction) }
        let today = clock.today(person.timeZone, person.dayStartHour)
        let projection =
            try person.shares ? projection(of: user, today: today, transaction.reader) : ScoreProjection.empty
        if person.dueDay != projection.dueDay?.dayNumber {
            try PersonTable.setDueDay(projection.dueDay?.dayNumber, of: user, transaction)
        }
        return try ScoreTable.set(.init(name: person.name, scores: projection.scores), of: user, transaction)
    }

    private static func projection(of user: UserID, today: PlainDate, _ reader: SQLReader) throws -> ScoreProjection {
        let window =
            today.advanced(
                by: ScoreProjection.window.lowerBound
            )...today.advanced(by: ScoreProjection.window.upperBound)
        return try ScoreProjection(
            today: today,
            days: try DayTable.days(of: user, in: window, reader),
            streaks: try StreakTable.streaks(endingFrom: today.advanced(by: -1), of: user, reader),
            firstPlannedDay: { try DayTable.first(of: user, from: today.advanced(by: 1), reader) }
        )
    }
}
