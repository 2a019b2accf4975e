import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Adds a food to the cart, or changes its amount.
    package func setCartItem(_ request: DiaryCartItemsSet, _ context: RequestContext) async throws -> Cart {
        let requested = CartAmounts.amount(of: request)
        let answer = try await cartFood(for: request, context)
        let now = Timestamp.text(now())
        return try await changeCart(request, ifVersion: request.ifVersion, context) { _, transaction, user in
            let reader = transaction.reader
            let before = try reader.cartItem(request.foodId, of: user)
            let asked = try transaction.food(from: answer, for: request.foodId, of: user)
            let food = try asked ?? reader.cartFood(request.foodId, of: user)
            let first = { try reader.firstAmount(of: food, request.first ?? .usual, user) }
            guard let amount = try requested.amount(after: before, of: food, first: first) else {
                if before != nil { try transaction.removeCartItem(request.foodId, of: user) }
                return before != nil
            }
            var after = try before ?? reader.newCartItem(of: food, of: user, at: now)
            (after.grams, after.portion) = (amount.grams, amount.portion)
            (after.quantity, after.step) = (amount.quantity, amount.step)
            if after == before { return false }
            try transaction.store(after, of: user)
            return true
        }
    }

    /// Returns the catalog's reply for a food; nil if the request increases the amount of a food that is in the cart.
    private func cartFood(
        for request: DiaryCartItemsSet,
        _ context: RequestContext
    ) async throws -> Result<Food, ServiceError>? {
        if request.more != nil {
            let user = try context.user()
            if try await store.read({ try $0.cartItem(request.foodId, of: user) }) != nil { return nil }
        }
        return try await lookUpFood(for: request.foodId, context)
    }
}

extension SQLReader {
    /// - Throws: `invalid` if the cart is full.
    fileprivate func newCartItem(of food: Food, of user: UserID, at now: String) throws -> CartItemRow {
        let items = try cartItems(of: user)
        var checker = RuleChecker()
        checker.require(
            items.count < Cart.itemsMax,
            "foodId",
            .outOfRange,
            "A cart may hold \(Cart.itemsMax) foods at most.",
            ["max": "\(Cart.itemsMax)"]
        )
        try checker.finish()
        return CartItemRow(
            food: food.id,
            number: (items.last?.number ?? 0) + 1,
            grams: 0,
            portion: nil,
            quantity: nil,
            step: nil,
            addedAt: now
        )
    }
}

/// A valid amount of an entry.
private struct CartAmount {
    var grams: Double
    var portion: Portion?
    var quantity: Double?
    /// What one step adds; nil for the default.
    var step: Double?
}

extension CartAmounts.Amount {
    /// Returns the resulting amount; nil for none.
    ///
    /// - Parameters:
    ///   - before: The current item; nil if there is none.
    ///   - food: The food.
    ///   - first: Returns what the first step puts into the cart.
    /// - Returns: The amount. A change by steps uses the unit and the step of the item.
    /// - Throws: `invalid` for a portion that the food does not have, and for a weight above the maximum of an entry.
    fileprivate func amount(
        after before: CartItemRow?,
        of food: Food,
        first: () throws -> UsualAmount
    ) throws -> CartAmount? {
        switch self {
        case .grams(let grams):
            return CartAmount(grams: grams, step: before?.portion == nil ? before?.step : nil)
        case .portion(let name, let quantity):
            guard let before, let own = before.portion, own.name == name else {
                return try CartAmount(quantity, of: try food.loggablePortions.named(name))
            }
            return try CartAmount(quantity, of: own, step: before.step)
        case .more(let steps):
            if let before { return try before.amount(after: steps) }
            guard steps > 0 else { return nil }
            switch try first() {
            case .portion(let portion, let quantity):
                return try CartAmount((quantity * steps).inHundredths, of: portion, step: quantity)
            case .grams(let grams): return try CartAmount(weighing: (grams * steps).inHundredths, step: grams)
            }
        }
    }
}

extension CartItemRow {
    /// What one step adds, in portions or in grams.
    var stepOrDefault: Double {
        if let step { return step }
        switch portion?.name {
        case nil: return DiaryCartItemsSet.gramsPerStep
        case Portion.ml: return DiaryCartItemsSet.mlPerStep
        default: return 1
        }
    }

    /// Returns the amount after some steps; nil for none.
    ///
    /// - Throws: `invalid` if the weight is above the maximum of an entry.
    fileprivate func amount(after steps: Double) throws -> CartAmount? {
        if let portion {
            let quantity = ((quantity ?? 0) + steps * stepOrDefault).inHundredths
            return quantity > 0 ? try CartAmount(quantity, of: portion, step: step) : nil
        }
        let grams = (grams + steps * stepOrDefault).inHundredths
        return grams > 0 ? try CartAmount(weighing: grams, step: step) : nil
    }
}

extension CartAmount {
    /// - Throws: `invalid` if the weight is outside the range of an entry.
    init(_ quantity: Double, of portion: Portion, step: Double? = nil) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(quantity, in: EntryLimits.quantity, "quantity")
        try checker.finish()
        self.init(
            grams: try EntryRules.weight(of: quantity, portion),
            portion: portion,
            quantity: quantity,
            step: step
        )
    }

    /// - Throws: `invalid` if the weight is outside the range of an entry.
    init(weighing grams: Double, step: Double?) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(grams, in: EntryLimits.grams, "more")
        try checker.finish()
        self.init(grams: grams, step: step)
    }
}
