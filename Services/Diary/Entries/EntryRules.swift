package import Contracts
import FoundationEssentials

/// The amounts of entries, and the checks that need the clock or a food.
package enum EntryRules {
    /// Returns the requested amount of a new entry.
    ///
    /// - Parameter request: A request that satisfies the rules of its contract.
    /// - Returns: The amount.
    /// - Throws: `internalError` for an incomplete amount, which the rules refuse.
    package static func requestedAmount(of request: DiaryEntriesAdd) throws(ServiceError) -> RequestedAmount {
        try requestedAmount(request.amount)
    }

    /// Returns the requested amount and time of an entry.
    ///
    /// - Parameters:
    ///   - request: A request that satisfies the rules of its contract.
    ///   - now: The wall clock.
    /// - Returns: The amount. The time in milliseconds since 1970, if the request has one.
    /// - Throws: `invalid` for a time before 1900 or in the future.
    static func requestedAmountAndTime(
        of request: DiaryEntriesPut,
        now: Date
    ) throws(ServiceError) -> (amount: RequestedAmount, atMs: Int?) {
        var checker = RuleChecker()
        let atMs = checker.requireTime(request.at, "at", now: now)
        try checker.finish()
        return (try requestedAmount(request.amount), atMs)
    }

    private static func requestedAmount(_ amount: EntryAmount) throws(ServiceError) -> RequestedAmount {
        let fields = amount.fields
        if let food = fields.foodId {
            if let portion = fields.portion { return .portion(food, name: portion, quantity: fields.quantity ?? 1) }
            if let ml = fields.ml { return .portion(food, name: Portion.ml, quantity: ml) }
            if let grams = fields.grams { return .grams(food, grams) }
        } else if let name = fields.name, let kcal = fields.kcal {
            return .quick(name: name, Nutrients(kcal: kcal, amount.amounts).inHundredths)
        }
        throw ServiceError(.internalError, "The rules accepted an incomplete amount.")
    }

    /// Returns the weight of a number of portions in grams.
    ///
    /// - Throws: `invalid` if the weight is outside the range of an entry.
    static func weight(of quantity: Double, _ portion: Portion) throws(ServiceError) -> Double {
        let (weight, grams) = ((portion.grams * quantity).inHundredths, EntryLimits.grams)
        var checker = RuleChecker()
        checker.require(
            grams.contains(weight),
            "quantity",
            .outOfRange,
            "\(quantity) × \(portion.name) weigh \(weight) g; an entry may weigh "
                + "\(grams.lowerBound) to \(grams.upperBound) g."
        )
        try checker.finish()
        return weight
    }
}
