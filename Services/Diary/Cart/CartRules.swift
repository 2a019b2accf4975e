import Contracts

/// The rules of a cart's fields.
enum CartRules {
    /// Steps by which an amount is changed at once: as many as an entry may have of a portion.
    static let more = -1_000.0...1_000.0
    /// What additional energy is called of which nobody says what it is.
    static let additionalName = "Additional energy"

    /// How much of a food is wanted in the cart.
    enum Amount: Sendable, Equatable {
        case grams(Double)
        case portion(name: String, quantity: Double)
        case more(Double)
    }

    /// How much is wanted, read from a request that may name things that do not go together.
    ///
    /// - Throws: `invalid`, which names everything that is wrong with the request.
    static func amount(of request: DiaryCartItemsSet) throws(ServiceError) -> Amount {
        var checker = RuleChecker()
        EntryRules.checkWeight(request.grams, request.portion, request.quantity, &checker)
        checker.require(request.more, in: more, "more")
        let isAmount = request.grams != nil || request.portion != nil || request.quantity != nil
        checker.require(
            request.more == nil || !isAmount,
            "more",
            .notAllowed,
            "Say how much there is to be, or how much more; not both."
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
            "Say how much: grams, a portion and its quantity, or how much more."
        )
        try checker.finish()
        if let more = request.more { return .more(more) }
        if let portion = request.portion { return .portion(name: portion, quantity: request.quantity ?? 1) }
        return .grams(request.grams ?? 0)
    }

    /// Whether what a cart has besides foods lies within its ranges.
    ///
    /// - Throws: `invalid`, which names everything that is wrong with the request.
    static func check(_ request: DiaryCartUpdate) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(request.additionalKcal.value, in: EntryRules.kcal, "additionalKcal")
        EntryRules.checkName(request.additionalName.value, "additionalName", &checker)
        try checker.finish()
    }
}
