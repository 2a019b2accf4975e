import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns what an app shows first, from one consistent view of the database.
    package func start(_ request: DiaryStart, _ context: RequestContext) async throws -> DiaryStart.Reply {
        let user = try context.user()
        let now = now()
        return try await store.read { reader in
            let today = try reader.person(user).today(now)
            let day = try reader.diaryDay(today, of: user, at: now)
            let recents = try reader.recentFoods(DiaryFoodsRecent(), limit: DiaryStart.recentsMax, of: user)
            let cursor = ChangesCursor(
                epoch: try reader.beacon().epoch,
                number: try reader.changeLog(of: user).lastChange,
                base: nil
            )
            return DiaryStart.Reply(
                day: day,
                target: day.target,
                recents: try reader.withSignedImages(recents, \.food.imageURL, at: now),
                cart: try reader.cart(of: user),
                waiting: StartWaiting(
                    importId: try reader.waitingImport(of: user),
                    planId: try reader.waitingPlan(of: user, today: today)
                ),
                cursor: cursor.description
            )
        }
    }
}

extension SQLReader {
    /// Returns the user's import that was not applied completely.
    fileprivate func waitingImport(of user: UserID) throws -> ImportID? {
        let id: String? = try scalar(
            "SELECT id FROM diary_import WHERE user_id = ? AND coalesce(json_extract(progress, '$.isDone'), 0) = 0",
            [user.description]
        )
        return id.flatMap { ImportID($0) }
    }

    /// Returns the user's newest plan, if it was not applied and has days from today on.
    fileprivate func waitingPlan(of user: UserID, today: PlainDate) throws -> PlanID? {
        let row = try row(
            """
            SELECT id, from_date, applied_from, json_array_length(menu, '$.days') AS days FROM plan
            WHERE user_id = ? ORDER BY number DESC LIMIT 1
            """,
            [user.description]
        )
        guard let row, row.optional("applied_from", as: String.self) == nil else { return nil }
        let last = try row.date("from_date").advanced(by: try row.value("days", as: Int.self) - 1)
        return last < today ? nil : PlanID(try row.value("id", as: String.self))
    }
}
