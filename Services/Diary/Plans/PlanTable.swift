import Calendar
import Contracts
import MenuArithmetic
import Storage

/// A stored plan, with copies of its foods.
struct PlanRow: Equatable, Sendable {
    var id: PlanID
    var createdAt: String
    var from: PlainDate
    var appliedFrom: PlainDate?
    var name: String?
    var version: Int
    /// The version of the shopping list, which follows the dishes and the ticks.
    var listVersion: Int
    var menu: MealPlan
    /// The foods of the menu as they were when they came into it; empty where ``PlanTable/summary`` was read.
    var foods: [Food]
}

/// The table of meal plans.
enum PlanTable {
    private static let blank = PlanRow(
        id: PlanID(UUIDv7(high: 0, low: 0)),
        createdAt: "",
        from: PlainDate(dayNumber: 0),
        appliedFrom: nil,
        name: nil,
        version: 1,
        listVersion: 1,
        menu: MealPlan(fits: false, reasons: [], days: []),
        foods: []
    )

    private static let summaryColumns: [RecordColumn<PlanRow>] = [
        RecordColumn("id", { $0.id }, { $0.id = $1 }),
        RecordColumn("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
        RecordColumn("from_date", { $0.from }, { $0.from = $1 }),
        RecordColumn("applied_from", { $0.appliedFrom }, { $0.appliedFrom = $1 }),
        RecordColumn("name", { $0.name }, { $0.name = $1 }),
        RecordColumn("version", { $0.version }, { $0.version = $1 }),
        RecordColumn("list_version", { $0.listVersion }, { $0.listVersion = $1 }),
        RecordColumn("menu", as: .json, { AsJSON($0.menu) }, { $0.menu = $1.value }),
    ]

    /// The columns without the foods, which are the larger part of a row.
    static let summary = RecordColumns(summaryColumns, of: "plan", blank: blank)

    /// The table; the user precedes the columns, and the database numbers the rows.
    static let table = RecordTable(
        "plan",
        key: ["user_id", "id"],
        outer: [("user_id", .owner)],
        summaryColumns + [RecordColumn("foods", as: .json, { AsJSON($0.foods) }, { $0.foods = $1.value })],
        blank: blank
    )
}

extension PlanRow {
    /// Returns a day of the menu.
    ///
    /// - Parameters:
    ///   - number: The number of the day, from 1.
    ///   - field: The field of the request that contains it.
    /// - Returns: The day.
    /// - Throws: `invalid` if the menu has fewer days.
    func day(_ number: Int, field: String = "day") throws(ServiceError) -> PlannedDay {
        guard let day = menu.days.first(where: { $0.day == number }) else {
            let message = "This plan has no day \(number); it has \(menu.days.count)."
            throw .invalid([FieldError(field, .outOfRange, message, params: ["max": "\(menu.days.count)"])])
        }
        return day
    }

    /// Returns the copy of a food of the menu.
    ///
    /// - Throws: `internalError` if there is none.
    func food(_ id: FoodID) throws(ServiceError) -> Food {
        guard let food = foods.first(where: { $0.id == id }) else {
            throw ServiceError(.internalError, "A plan refers to a food that it does not contain.")
        }
        return food
    }

    /// The foods of all dishes.
    var dishFoods: Set<FoodID> { Set(menu.days.flatMap(\.meals).flatMap(\.items).map(\.foodId)) }

    /// The day of the diary for which a day of the menu is planned.
    func date(of day: Int) -> PlainDate { (appliedFrom ?? from).advanced(by: day - 1) }
}

extension SQLReader {
    private static let planByID = PlanTable.table.columns.select("FROM plan WHERE user_id = ? AND id = ?")
    private static let plansBefore = PlanTable.summary.select(
        """
        FROM plan
        WHERE user_id = ?1
            AND (?2 IS NULL OR number < (SELECT number FROM plan WHERE user_id = ?1 AND id = ?2))
        ORDER BY number DESC LIMIT ?3
        """,
        and: "length(CAST(menu AS BLOB))"
    )

    private static let foodTextsOfPlan =
        """
        SELECT food.value ->> '$.id', food.value ->> ('$.names.' || ?3),
            portion.value ->> '$.name', portion.value ->> ('$.names.' || ?3)
        FROM plan CROSS JOIN json_each(plan.foods) AS food LEFT JOIN json_each(food.value, '$.portions') AS portion
        WHERE plan.user_id = ?1 AND plan.id = ?2
        """

    /// Returns a plan with its foods, and checks its version if the caller specifies one.
    ///
    /// - Throws: `notFound`, also for a plan of another user. `versionMismatch` with the stored plan.
    func plan(_ id: PlanID, of user: UserID, ifVersion version: Int? = nil) throws -> PlanRow {
        guard let row = try storedPlan(id, of: user) else { throw ServiceError.notFound("plan") }
        guard let version, version != row.version else { return row }
        throw try ServiceError.versionMismatch(
            "plan",
            seen: version,
            current: try diaryPlan(row, of: user),
            version: row.version
        )
    }

    /// Returns a plan with its foods; nil if it does not exist or belongs to another user.
    func storedPlan(_ id: PlanID, of user: UserID) throws -> PlanRow? {
        let key: [SQLValue?] = [user.description, id.description]
        return try first(Self.planByID, key, PlanTable.table.columns.record)
    }

    /// Returns a stored plan as it is answered: in the language of the user, with the dishes that the diary has now.
    func diaryPlan(_ row: PlanRow, of user: UserID) throws -> DiaryPlan {
        let plan = DiaryPlan(
            id: row.id,
            name: row.name,
            createdAt: row.createdAt,
            from: row.from,
            appliedFrom: row.appliedFrom,
            menu: row.menu,
            logged: try loggedDishes(of: row.id, user),
            version: row.version
        )
        return plan.shown(with: try foodTexts(of: row.id, user))
    }

    /// Returns the texts of a plan's foods in the language of the user, as far as the copies in the plan have them.
    func foodTexts(of plan: PlanID, _ user: UserID) throws -> FoodTexts {
        var texts = FoodTexts()
        guard let language = try person(user).language else { return texts }
        try forEach(Self.foodTextsOfPlan, [user.description, plan.description, language]) { row in
            guard let food = FoodID(row.text(0)) else { return true }
            if let name = row.optionalText(1) { texts.names[food] = name }
            if let portion = row.optionalText(2), let label = row.optionalText(3) {
                texts.addLabel(label, of: portion, of: food)
            }
            return true
        }
        return texts
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
        var (found, bytes, isAll): ([PlanRow], Int, Bool) = ([], 0, true)
        try forEach(Self.plansBefore, [user.description, id?.description, limit]) { row in
            bytes += Int(row.integer(PlanTable.summary.count))
            // A single plan always fits into a message.
            isAll = found.isEmpty || bytes <= bytesMax
            if isAll { found.append(try PlanTable.summary.record(row)) }
            return isAll
        }
        return (try found.map { try diaryPlan($0, of: user) }, isAll)
    }
}

extension SQLTransaction {
    /// Stores a new plan, and removes the oldest one of a user with too many.
    ///
    /// - Returns: False if the user has a plan with this id.
    func insert(_ plan: PlanRow, of user: UserID) throws -> Bool {
        guard try insert(plan, into: PlanTable.table, outer: { $0.bind(user.description) }) else { return false }
        try publishChange(.plan, of: plan.id, version: plan.version, user)
        let surplus = try reader.rows(
            """
            SELECT id, version FROM plan WHERE user_id = ?1 AND number <=
                (SELECT number FROM plan WHERE user_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """,
            [user.description, DiaryPlansMake.plansMax]
        )
        for row in surplus {
            guard let id = PlanID(try row.value("id", as: String.self)) else { continue }
            try removePlan(id, version: try row.value("version"), of: user)
        }
        return true
    }

    /// Stores a changed plan under its next version, and publishes the change.
    ///
    /// - Returns: The plan as it is answered.
    func store(_ after: PlanRow, changedFrom before: PlanRow, of user: UserID) throws -> DiaryPlan {
        var next = after
        next.version = before.version + 1
        let haveDishesChanged = after.menu != before.menu
        if haveDishesChanged { next.listVersion = before.listVersion + 1 }
        try update(next, in: PlanTable.table) { $0.bind(user.description) }
        try publishChange(.plan, of: next.id, version: next.version, user)
        if haveDishesChanged { try publishChange(.shopping, of: next.id, version: next.listVersion, user) }
        return try reader.diaryPlan(next, of: user)
    }

    /// Removes a plan with its shopping list.
    func removePlan(_ id: PlanID, version: Int, of user: UserID) throws {
        try execute("DELETE FROM plan WHERE user_id = ? AND id = ?", [user.description, id.description])
        try deleteEntriesAndTicks(of: id, user)
        try publishChange(.plan, of: id, version: version + 1, user)
    }

    /// Deletes the records of logged dishes and of ticks; entries in the diary stay.
    func deleteEntriesAndTicks(of plan: PlanID, _ user: UserID) throws {
        let key: [SQLValue?] = [user.description, plan.description]
        try execute("DELETE FROM plan_entry WHERE user_id = ? AND plan_id = ?", key)
        try execute("DELETE FROM plan_tick WHERE user_id = ? AND plan_id = ?", key)
    }

    /// Counts and publishes a change of a plan or of its shopping list.
    func publishChange(
        _ kind: DiaryDataChanged.Kind,
        of id: PlanID,
        version: Int,
        _ user: UserID
    ) throws {
        try execute(
            """
            INSERT INTO plan_list (user_id, version, changed) VALUES (?1, 1, ?2)
            ON CONFLICT (user_id) DO UPDATE SET version = plan_list.version + 1, changed = excluded.changed
            """,
            [user.description, try nextChange(of: user)]
        )
        try emit(DiaryDataChanged(kind: kind, date: nil, id: id.description, version: version), of: user)
    }
}
