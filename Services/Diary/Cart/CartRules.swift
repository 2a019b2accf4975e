import Contracts
import JSONCoding

/// The rules of a cart's fields.
enum CartRules {
    /// Steps of one change of an amount: as many as an entry may have portions.
    static let more = -1_000.0...1_000.0
    /// The name of additional energy without a name.
    static let additionalName = "Additional energy"

    /// The requested amount of a food in the cart.
    enum Amount: Sendable, Equatable {
        case grams(Double)
        case portion(name: String, quantity: Double)
        case more(Double)
    }

    /// Returns the requested amount.
    ///
    /// - Throws: `invalid` with every error of the request, such as fields that exclude each other.
    static func amount(of request: DiaryCartItemsSet) throws(ServiceError) -> Amount {
        var checker = RuleChecker()
        EntryRules.checkWeight(request.grams, request.portion, request.quantity, &checker)
        checker.require(request.more, in: more, "more")
        let isAmount = request.grams != nil || request.portion != nil || request.quantity != nil
        checker.require(
            request.more == nil || !isAmount,
            "more",
            .notAllowed,
            "Give an amount or a change of the amount, not both."
        )
        checker.require(
            request.quantity == nil || request.portion != nil || request.grams != nil,
            "portion",
            .missing,
            "quantity needs a portion."
        )
        checker.require(
            isAmount || request.more != nil,
            "grams",
            .missing,
            "Give an amount: grams, a portion and its quantity, or more."
        )
        try checker.finish()
        if let more = request.more { return .more(more) }
        if let portion = request.portion { return .portion(name: portion, quantity: request.quantity ?? 1) }
        return .grams(request.grams ?? 0)
    }

    /// Checks that the additional energy and its name lie within their ranges.
    ///
    /// - Throws: `invalid` with every error of the request.
    static func check(_ request: DiaryCartUpdate) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(request.additionalKcal.value, in: EntryRules.kcal, "additionalKcal")
        EntryRules.checkName(request.additionalName.value, "additionalName", &checker)
        try checker.finish()
    }
}
