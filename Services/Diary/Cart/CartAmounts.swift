import Contracts

/// The amounts of a cart.
enum CartAmounts {
    /// The name of additional energy without a name.
    static let additionalName = "Additional energy"

    /// The requested amount of a food in the cart.
    enum Amount: Sendable, Equatable {
        case grams(Double)
        case portion(name: String, quantity: Double)
        case more(Double)
    }

    /// Returns the requested amount of a request that satisfies the rules of its contract.
    static func amount(of request: DiaryCartItemsSet) -> Amount {
        if let more = request.more { return .more(more) }
        if let ml = request.ml { return .portion(name: Portion.ml, quantity: ml) }
        if let portion = request.portion { return .portion(name: portion, quantity: request.quantity ?? 1) }
        return .grams(request.grams ?? 0)
    }
}
