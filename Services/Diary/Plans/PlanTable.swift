import Calendar
import Contracts
import Storage

/// The table of meal plans.
enum PlanTable {
    /// The maximum number of plans per diary; one more replaces the oldest.
    static let plansMax = 50
}

extension SQLReader {
    /// Returns a plan and its foods.
    ///
    /// - Throws: `notFound`, also for a plan of another user.
    func plan(_ id: PlanID, of user: UserID) throws -> (plan: DiaryPlan, foods: [Food]) {
        let key: [SQLValue?] = [user.description, id.description]
        guard let row = try row("SELECT * FROM plan WHERE user_id = ? AND id = ?", key) else {
            throw ServiceError.notFound("plan")
        }
        let foods = try JSONText(text: try row.value("foods", as: String.self)).decode([Food].self)
        return (try row.plan(), foods)
    }

    /// Returns plans of a user that are older than a given one, newest first, up to a number and a size.
    ///
    /// - Returns: The plans, and whether the size limit excluded none.
    func plans(
        of user: UserID,
        before id: PlanID?,
        limit: Int,
        bytesMax: Int
    ) throws -> (plans: [DiaryPlan], isAll: Bool) {
        let rows = try rows(
            """
            SELECT id, created_at, from_date, applied_from, menu, iif(?4 IS NULL, NULL, (
                SELECT json_group_object(value ->> '$.id', value ->> ('$.names.' || ?4)) FROM json_each(foods)
                WHERE value ->> ('$.names.' || ?4) IS NOT NULL
            )) AS names FROM plan
            WHERE user_id = ?1
                AND (?2 IS NULL OR number < (SELECT number FROM plan WHERE user_id = ?1 AND id = ?2))
            ORDER BY number DESC LIMIT ?3
            """,
            [user.description, id?.description, limit, try person(user).language]
        )
        var (plans, bytes): ([DiaryPlan], Int) = ([], 0)
        for row in rows {
            bytes += try row.value("menu", as: String.self).utf8.count
            // A single plan always fits into a message.
            guard plans.isEmpty || bytes <= bytesMax else { return (plans, false) }
            plans.append(try row.plan().named(by: try row.foodNames()))
        }
        return (plans, true)
    }
}

extension SQLTransaction {
    /// Stores a new plan; returns false if the user has a plan with this id.
    func insert(_ plan: DiaryPlan, _ foods: [Food], of user: UserID) throws -> Bool {
        let inserted = try execute(
            """
            INSERT INTO plan (user_id, id, created_at, from_date, menu, foods) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, id) DO NOTHING
            """,
            [
                user.description, plan.id.description, plan.createdAt, plan.from.description,
                try JSONText(plan.menu).text, try JSONText(foods).text,
            ]
        )
        try execute(
            """
            DELETE FROM plan WHERE user_id = ?1 AND number <=
                (SELECT number FROM plan WHERE user_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            [user.description, PlanTable.plansMax]
        )
        return inserted == 1
    }

    /// Stores the first day on which a plan was applied.
    func markApplied(_ id: PlanID, from date: PlainDate, of user: UserID) throws {
        try execute(
            "UPDATE plan SET applied_from = ? WHERE user_id = ? AND id = ?",
            [date.description, user.description, id.description]
        )
    }
}

extension SQLRow {
    /// Returns the names of the foods in the language of the user.
    fileprivate func foodNames() throws -> [FoodID: String] {
        guard let names = optional("names", as: String.self) else { return [:] }
        let pairs = try JSONText(text: names).decode([String: String].self)
        return Dictionary(pairs.compactMap { id, name in FoodID(id).map { ($0, name) } }) { first, _ in first }
    }

    fileprivate func plan() throws -> DiaryPlan {
        guard let id = PlanID(try value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The diary holds a plan with an unreadable id.")
        }
        return DiaryPlan(
            id: id,
            createdAt: try value("created_at"),
            from: try date("from_date"),
            appliedFrom: optional("applied_from", as: String.self).flatMap(PlainDate.init),
            menu: try JSONText(text: try value("menu", as: String.self)).decode(MealPlan.self)
        )
    }
}
