import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension LeaderboardService {
    /// Returns the last seven days and the scores of a user that shares.
    package func user(_ request: LeaderboardUser, _ context: RequestContext) async throws -> LeaderboardUser.Reply {
        _ = try context.user()
        try await rollover.runBeforeRead()
        let now = now()
        var reply = try await store.read { reader in
            let person = try reader.shownPerson(request.id)
            return LeaderboardUser.Reply(
                userId: person.user,
                name: person.name,
                days: try reader.shownDays(of: person, now),
                scores: try reader.scores(of: person)
            )
        }
        reply.imageURL = try await images?.addresses(of: [reply.userId], context)[reply.userId]
        return reply
    }

    /// Returns one of these days, with its foods if the user shares them too.
    package func day(_ request: LeaderboardDay, _ context: RequestContext) async throws -> LeaderboardDay.Reply {
        _ = try context.user()
        let now = now()
        var reply = try await store.read { reader in
            let person = try reader.shownPerson(request.id)
            let date = request.date.date(today: person.today(now))
            guard let day = try reader.shownDays(of: person, now).first(where: { $0.date == date }) else {
                throw ServiceError.notFound("day")
            }
            return LeaderboardDay.Reply(day: day, foods: try reader.sharedFoods(of: person.user, on: date))
        }
        if let foods = reply.foods { reply.foods = try await withImages(foods, of: request.id, context) }
        return reply
    }
}

extension SQLReader {
    /// Returns a user with days visible to others.
    ///
    /// - Throws: `notFound` for a user that does not share or does not exist.
    fileprivate func shownPerson(_ user: UserID) throws -> SharingPerson {
        guard let person = try sharingPerson(user) else { throw ServiceError.notFound("person") }
        return person
    }

    /// Returns all of the last seven days, the oldest first.
    fileprivate func shownDays(of person: SharingPerson, _ now: Date) throws -> [LeaderboardUser.Day] {
        let span = person.shownDays(now)
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

    /// Returns the user's scores on the boards on which they rank.
    fileprivate func scores(of person: SharingPerson) throws -> [LeaderboardUser.Score] {
        guard let row = try ScoreTable.row(of: person.user, self) else { return [] }
        return Board.allCases.compactMap { board in
            row.scores[board].map { .init(period: board.period, metric: board.metric, score: board.score(of: $0)) }
        }
    }
}
