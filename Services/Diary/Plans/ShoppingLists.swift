package import Contracts
import Storage

extension DiaryPlans {
    /// Returns the shopping list of a plan.
    package func shoppingList(_ request: DiaryPlansShoppingGet, _ context: RequestContext) async throws -> ShoppingList
    {
        let user = try context.user()
        return try await store.read { reader in try reader.shoppingList(try reader.plan(request.id, of: user), user) }
    }

    /// Ticks a food or removes the tick; a change without effect takes no new version.
    package func setTick(
        _ request: DiaryPlansShoppingSet,
        _ context: RequestContext
    ) async throws -> WrittenReply<ShoppingList> {
        let user = try context.user()
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            var plan = try reader.plan(request.id, of: user)
            var list = try reader.shoppingList(plan, user)
            if let seen = request.ifVersion, seen != list.version {
                throw try ServiceError.versionMismatch(
                    "shopping list",
                    seen: seen,
                    current: list,
                    version: list.version
                )
            }
            guard let index = list.items.firstIndex(where: { $0.foodId == request.foodId }) else {
                throw ServiceError.notFound("food in this shopping list")
            }
            guard list.items[index].isTicked != request.isTicked else { return list }
            if request.isTicked {
                let tick = TickRow(plan: plan.id, food: request.foodId, grams: list.items[index].grams)
                try transaction.upsert(tick, into: TickRow.table) { $0.bind(user.description) }
            } else {
                try transaction.removeTick(request.foodId, of: plan.id, user)
            }
            plan.listVersion += 1
            try transaction.update(plan, in: PlanTable.table) { $0.bind(user.description) }
            try transaction.publishChange(.shopping, of: plan.id, version: plan.listVersion, user)
            (list.items[index].isTicked, list.version) = (request.isTicked, plan.listVersion)
            return list
        }
    }
}

/// A ticked food of a shopping list.
struct TickRow: Sendable {
    var plan: PlanID
    var food: FoodID
    /// The weight that the plan needed when it was ticked.
    var grams: Double

    static let table = RecordTable(
        "plan_tick",
        key: ["user_id", "plan_id", "food_id"],
        outer: [("user_id", .owner)],
        [
            RecordColumn("plan_id", { $0.plan }, { $0.plan = $1 }),
            RecordColumn("food_id", { $0.food }, { $0.food = $1 }),
            RecordColumn("grams", { $0.grams }, { $0.grams = $1 }),
        ],
        blank: TickRow(
            plan: PlanID(UUIDv7(high: 0, low: 0)),
            food: FoodID(UUIDv7(high: 0, low: 0)),
            grams: 0
        )
    )
}

extension SQLReader {
    private static let ticksOfPlan = TickRow.table.columns.select(
        "FROM plan_tick WHERE user_id = ? AND plan_id = ? ORDER BY food_id"
    )

    /// Returns the ticks of a plan's shopping list.
    func ticks(of plan: PlanID, _ user: UserID) throws -> [TickRow] {
        try records(TickRow.table.columns, Self.ticksOfPlan, [user.description, plan.description])
    }

    fileprivate func shoppingList(_ plan: PlanRow, _ user: UserID) throws -> ShoppingList {
        let ticks = try ticks(of: plan.id, user).map { ($0.food, $0.grams) }
        let texts = try foodTexts(of: plan.id, user)
        return try plan.shoppingList(ticked: Dictionary(uniqueKeysWithValues: ticks), texts)
    }
}

extension SQLTransaction {
    /// Removes the tick of a food; no error if it has none.
    func removeTick(_ food: FoodID, of plan: PlanID, _ user: UserID) throws {
        try execute(
            "DELETE FROM plan_tick WHERE user_id = ? AND plan_id = ? AND food_id = ?",
            [user.description, plan.description, food.description]
        )
    }
}

extension PlanRow {
    /// Returns the foods of all dishes, each once with its sums.
    ///
    /// - Parameters:
    ///   - ticked: The weights for which foods were ticked.
    ///   - texts: Names and labels in the language of the user.
    /// - Returns: The list, by category and name.
    /// - Throws: `internalError` if the plan lacks the copy of a food.
    fileprivate func shoppingList(ticked: [FoodID: Double], _ texts: FoodTexts) throws -> ShoppingList {
        var items: [FoodID: ShoppingItem] = [:]
        for dish in menu.days.flatMap(\.meals).flatMap(\.items) {
            var item =
                try items[dish.foodId]
                ?? ShoppingItem(
                    foodId: dish.foodId,
                    name: texts.names[dish.foodId] ?? dish.name,
                    category: food(dish.foodId).category,
                    grams: 0,
                    portions: [],
                    isTicked: false
                )
            item.grams = (item.grams + dish.grams).inHundredths
            if let index = item.portions.firstIndex(where: { $0.name == dish.portion }) {
                item.portions[index].quantity += dish.quantity
            } else {
                let label = texts.label(of: dish.portion, of: dish.foodId)
                item.portions.append(ShoppingPortion(name: dish.portion, label: label, quantity: dish.quantity))
            }
            item.isTicked = (ticked[dish.foodId] ?? 0) >= item.grams
            items[dish.foodId] = item
        }
        let sorted = items.values.sorted { $0.isListed(before: $1) }
        return ShoppingList(planId: id, items: sorted, version: listVersion)
    }
}

extension ShoppingItem {
    fileprivate func isListed(before other: ShoppingItem) -> Bool {
        guard category == other.category else {
            guard let category, let otherCategory = other.category else { return category != nil }
            return category < otherCategory
        }
        return name == other.name ? foodId.uuid < other.foodId.uuid : name < other.name
    }
}
