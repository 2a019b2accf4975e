import Calendar
import Contracts
import FoodFormats
import Storage

/// A plan in an exported document, with its foods, the entries of its dishes, and the ticks of its shopping list.
struct ExportedPlan: Codable, Sendable, Equatable {
    /// A logged dish.
    struct Dish: Codable, Sendable, Equatable {
        var day: Int
        var foodId: FoodID
        /// The entry; nil if it is not known.
        var entryId: EntryID?
    }

    /// A ticked food, with the weight that was needed then.
    struct Tick: Codable, Sendable, Equatable {
        var foodId: FoodID
        var grams: Double
    }

    var id: PlanID
    var name: String?
    var createdAt: String
    var from: PlainDate
    var appliedFrom: PlainDate?
    var menu: MealPlan
    var foods: [Food]
    var logged: [Dish]
    var ticks: [Tick]

    /// A new plan with this content.
    var row: PlanRow {
        PlanRow(
            id: id,
            createdAt: createdAt,
            from: from,
            appliedFrom: appliedFrom,
            name: name,
            version: 1,
            listVersion: 1,
            menu: menu,
            foods: foods
        )
    }

    /// The foods as an import stores them.
    var withImportedFoods: ExportedPlan {
        var plan = self
        plan.foods = foods.map(\.imported)
        return plan
    }
}

extension Food {
    /// The food with the values that a diary needs of it.
    var inFile: Food {
        Food(
            id: id,
            name: name,
            category: category,
            kcal: kcal,
            proteinG: proteinG,
            fatG: fatG,
            carbohydrateG: carbohydrateG,
            fiberG: fiberG,
            sugarG: sugarG,
            sodiumMg: sodiumMg,
            portions: portions,
            source: source
        )
    }

    /// The food of a file as an import stores it.
    ///
    /// It counts as the user's own, so that a forged file changes no food of others.
    var imported: Food {
        var food = inFile
        food.own = true
        return food
    }
}

extension SQLReader {
    private static let planAfter = PlanTable.table.columns.select(
        "FROM plan WHERE user_id = ? AND number > ? ORDER BY number LIMIT 1",
        and: "number"
    )
    private static let entriesOfPlan = PlannedEntryRow.table.columns.select(
        "FROM plan_entry WHERE user_id = ? AND plan_id = ? ORDER BY day, food_id"
    )

    /// Returns the first plan after a number, in the order in which they were made, with its number.
    func exportedPlan(of user: UserID, after number: Int) throws -> (number: Int, plan: ExportedPlan)? {
        let found = try first(Self.planAfter, [user.description, number]) { row in
            (Int(row.integer(PlanTable.table.columns.count)), try PlanTable.table.columns.record(row))
        }
        return try found.map { number, plan in (number, try exported(plan, of: user)) }
    }

    /// Returns a plan as files have it.
    func exported(_ plan: PlanRow, of user: UserID) throws -> ExportedPlan {
        let key: [SQLValue?] = [user.description, plan.id.description]
        return ExportedPlan(
            id: plan.id,
            name: plan.name,
            createdAt: plan.createdAt,
            from: plan.from,
            appliedFrom: plan.appliedFrom,
            menu: plan.menu,
            foods: plan.foods,
            logged: try records(PlannedEntryRow.table.columns, Self.entriesOfPlan, key).map {
                ExportedPlan.Dish(day: $0.day, foodId: $0.food, entryId: $0.entry)
            },
            ticks: try ticks(of: plan.id, user).map {
                ExportedPlan.Tick(foodId: $0.food, grams: $0.grams)
            }
        )
    }
}

extension SQLTransaction {
    /// Stores the plan of a file, also in the place of one with its id.
    ///
    /// - Returns: False if the user has as many plans as allowed: an import removes none.
    func store(_ exported: ExportedPlan, of user: UserID) throws -> Bool {
        if let stored = try reader.storedPlan(exported.id, of: user) {
            var row = exported.row
            row.listVersion = stored.listVersion
            try deleteEntriesAndTicks(of: stored.id, user)
            _ = try store(row, changedFrom: stored, of: user)
        } else {
            let count: Int? = try reader.scalar("SELECT count(*) FROM plan WHERE user_id = ?", [user.description])
            guard (count ?? 0) < DiaryPlansMake.plansMax else { return false }
            _ = try insert(exported.row, of: user)
        }
        for dish in exported.logged {
            let row = PlannedEntryRow(plan: exported.id, day: dish.day, food: dish.foodId, entry: dish.entryId)
            try upsert(row, into: PlannedEntryRow.table) { $0.bind(user.description) }
        }
        for tick in exported.ticks {
            let row = TickRow(plan: exported.id, food: tick.foodId, grams: tick.grams)
            try upsert(row, into: TickRow.table) { $0.bind(user.description) }
        }
        return true
    }
}
