import Calendar
import Contracts
import FoodFormats
import FoundationEssentials
import Storage

/// A dish of a plan that was logged.
struct PlannedEntryRow: Sendable {
    var plan: PlanID
    /// The day of the menu, from 1.
    var day: Int
    var food: FoodID
    /// Its entry, which may have been removed; nil if an earlier version logged the dish and the entry is not known.
    var entry: EntryID?

    static let table = RecordTable(
        "plan_entry",
        key: ["user_id", "plan_id", "day", "food_id"],
        outer: [("user_id", .owner)],
        [
            RecordColumn("plan_id", { $0.plan }, { $0.plan = $1 }),
            RecordColumn("day", { $0.day }, { $0.day = $1 }),
            RecordColumn("food_id", { $0.food }, { $0.food = $1 }),
            RecordColumn("entry_id", { $0.entry }, { $0.entry = $1 }),
        ],
        blank: PlannedEntryRow(
            plan: PlanID(UUIDv7(high: 0, low: 0)),
            day: 1,
            food: FoodID(UUIDv7(high: 0, low: 0)),
            entry: nil
        )
    )
}

extension PlanRow {
    /// Returns the id of the entry of a dish, which follows from the plan, so that a dish has one entry permanently.
    ///
    /// The time of creation distinguishes a plan from a removed one with the same id.
    fileprivate func entryID(day: Int, food: FoodID, of user: UserID) throws -> EntryID {
        let parts = [user.description, id.description, createdAt, "\(day)", food.description]
        guard let id = EntryID(NamedIdentifier.plannedEntry.text(parts.joined(separator: "\u{1F}"))) else {
            throw ServiceError(.internalError, "The derived id of an entry is invalid.")
        }
        return id
    }
}

extension SQLReader {
    private static let plannedEntry = PlannedEntryRow.table.columns.select(
        "FROM plan_entry WHERE user_id = ? AND plan_id = ? AND day = ? AND food_id = ?"
    )
    private static let loggedOfPlan =
        """
        SELECT \(PlannedEntryRow.table.columns.qualifiedList), entry.date FROM plan_entry
        JOIN entry ON entry.user_id = plan_entry.user_id AND entry.id = plan_entry.entry_id
        WHERE plan_entry.user_id = ? AND plan_entry.plan_id = ? ORDER BY plan_entry.day, plan_entry.food_id
        """

    /// Returns the dishes of a plan with an entry in the diary now, in the order of the days.
    func loggedDishes(of plan: PlanID, _ user: UserID) throws -> [LoggedDish] {
        let columns = PlannedEntryRow.table.columns
        var dishes: [LoggedDish] = []
        try forEach(Self.loggedOfPlan, [user.description, plan.description]) { row in
            let dish = try columns.record(row)
            guard let entry = dish.entry else { return true }
            let date = try row.date(columns.count)
            dishes.append(LoggedDish(day: dish.day, foodId: dish.food, entryId: entry, date: date))
            return true
        }
        return dishes
    }

    fileprivate func plannedEntry(of plan: PlanID, day: Int, _ food: FoodID, _ user: UserID) throws -> PlannedEntryRow?
    {
        let key: [SQLValue?] = [user.description, plan.description, day, food.description]
        return try first(Self.plannedEntry, key, PlannedEntryRow.table.columns.record)
    }

    /// Checks that the diary does not have a dish of a plan, because the entry has an amount of its own.
    ///
    /// - Throws: `conflict` if it has.
    func checkNotLogged(_ food: FoodID, day: Int, of plan: PlanID, _ user: UserID) throws {
        guard let id = try plannedEntry(of: plan, day: day, food, user)?.entry, try entry(id, of: user) != nil else {
            return
        }
        throw ServiceError(.conflict, "The diary has this dish already; change or remove its entry instead.")
    }
}

/// What logging a dish has led to.
enum DishOutcome {
    case added(DiaryEntry)
    case unchanged(DiaryEntry)
    /// Its entry was removed before, and stays removed.
    case removed
}

/// The dishes of a plan that are logged in one transaction.
struct DishLog {
    let transaction: SQLTransaction
    let plan: PlanRow
    let user: UserID
    let now: Date
    /// Whether dishes with removed entries are logged again.
    let again: Bool

    /// Adds a dish to a day of the diary, once; the caller publishes the day.
    ///
    /// - Parameters:
    ///   - item: The dish.
    ///   - meal: Its meal.
    ///   - day: The day of the menu.
    ///   - date: The day of the diary.
    /// - Returns: What it has led to.
    /// - Throws: What the database throws. `internalError` for a plan without the food.
    func log(_ item: PlannedItem, _ meal: Meal, day: Int, on date: PlainDate) throws -> DishOutcome {
        let reader = transaction.reader
        let known = try reader.plannedEntry(of: plan.id, day: day, item.foodId, user)
        let id = try known?.entry ?? plan.entryID(day: day, food: item.foodId, of: user)
        if let stored = try reader.entry(id, of: user) { return .unchanged(stored.entry) }
        let removedVersion = try reader.removedVersion(of: id, user)
        guard again || (known == nil && removedVersion == nil) else { return .removed }
        let food = try plan.food(item.foodId)
        let destination = EntryDestination(
            id: id,
            position: try reader.nextPosition(in: meal, of: date, user),
            fields: RequestedFields(date: date, meal: meal, at: Timestamp.text(now))
        )
        let amount = RequestedAmount.portion(food.id, name: item.portion, quantity: Double(item.quantity))
        var logged = try destination.entry(of: amount, food: food.named(in: reader.person(user).language))
        logged.entry.version = (removedVersion ?? 0) + 1
        _ = try transaction.insert(logged, of: user)
        // An existing copy of the food is newer than the copy in the plan.
        if try reader.storedFood(food.id, of: user) == nil { try transaction.store(food, for: user) }
        let row = PlannedEntryRow(plan: plan.id, day: day, food: food.id, entry: id)
        try transaction.upsert(row, into: PlannedEntryRow.table) { $0.bind(user.description) }
        return .added(logged.entry)
    }
}

extension SQLTransaction {
    /// Deletes the record that a dish was logged, because the plan no longer has it.
    func deletePlannedEntry(of plan: PlanID, day: Int, _ food: FoodID, _ user: UserID) throws {
        try execute(
            "DELETE FROM plan_entry WHERE user_id = ? AND plan_id = ? AND day = ? AND food_id = ?",
            [user.description, plan.description, day, food.description]
        )
    }
}
