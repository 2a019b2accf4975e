package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// The last seven days of somebody who shares.
    package func user(_ request: LeaderboardUser, _ context: RequestContext) async throws -> LeaderboardUser.Reply {
        _ = try context.user()
        try await roll.runBeforeRead()
        let now = now()
        return try await store.read { reader in
            let person = try reader.shownPerson(request.id)
            return LeaderboardUser.Reply(
                userId: person.user,
                name: person.name,
                days: try reader.shownDays(of: person, now),
                scores: try reader.scores(of: person)
            )
        }
    }

    /// One of these days, with what they ate if they share that too.
    package func day(_ request: LeaderboardDay, _ context: RequestContext) async throws -> LeaderboardDay.Reply {
        _ = try context.user()
        let now = now()
        return try await store.read { reader in
            let person = try reader.shownPerson(request.id)
            let date = request.date.date(today: person.today(now))
            guard let day = try reader.shownDays(of: person, now).first(where: { $0.date == date }) else {
                throw ServiceError.notFound("day")
            }
            return LeaderboardDay.Reply(day: day, foods: try reader.sharedFoods(of: person.user, on: date))
        }
    }
}

extension SQLReader {
    /// Somebody whose days others may see.
    ///
    /// - Throws: `notFound` for who does not share, as for who is not there.
    fileprivate func shownPerson(_ user: UserID) throws -> SharingPerson {
        guard let person = try sharingPerson(user) else { throw ServiceError.notFound("person") }
        return person
    }

    /// Every one of the last seven days, the oldest first.
    fileprivate func shownDays(of person: SharingPerson, _ now: Date) throws -> [LeaderboardUser.Day] {
        let today = person.today(now)
        let span = today.advanced(by: 1 - LeaderboardUser.daysShown)...today
        let logged = Dictionary(
            uniqueKeysWithValues: try DayTable.days(of: person.user, in: span, self).map { ($0.date, $0) }
        )
        return span.map { date in
            LeaderboardUser.Day(
                date: date,
                kcal: logged[date]?.kcal,
                targetKcal: logged[date]?.targetKcal,
                adherence: ((logged[date]?.adherence ?? 0) * 1_000).rounded() / 10
            )
        }
    }

    /// What they have on the boards on which they stand.
    fileprivate func scores(of person: SharingPerson) throws -> [LeaderboardUser.Score] {
        guard let row = try ScoreTable.row(of: person.user, self) else { return [] }
        return Board.allCases.compactMap { board in
            row.scores[board].map { .init(period: board.period, metric: board.metric, score: board.score(of: $0)) }
        }
    }
}

extension DayReference {
    /// The day meant by it on a day that is somebody's today.
    func date(today: PlainDate) -> PlainDate {
        switch self {
        case .today: today
        case .date(let date): date
        }
    }
}
