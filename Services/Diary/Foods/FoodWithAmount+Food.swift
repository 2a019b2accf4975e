import Contracts

extension FoodWithAmount {
    /// Calculates the nutrients of an amount of a food.
    ///
    /// - Parameters:
    ///   - food: The food, with its name in the user's language.
    ///   - grams: The weight.
    ///   - portion: Nil for an amount by weight.
    ///   - quantity: The number of portions; nil for an amount by weight.
    init(_ food: Food, grams: Double, portion: Portion?, quantity: Double?) {
        self.init(
            foodId: food.id,
            name: food.name,
            imageURL: food.lastingImageURL,
            grams: grams,
            portion: portion?.name,
            portionLabel: portion.flatMap { portion in food.portions.first { $0.name == portion.name }?.label },
            quantity: quantity,
            nutrients: Nutrients(per100gOf: food).inGrams(grams)
        )
    }

    /// Takes food, amount and nutrients from an entry; nil for an entry of energy without a food.
    init?(_ entry: DiaryEntry) {
        guard let food = entry.foodId, let grams = entry.grams else { return nil }
        self.init(
            foodId: food,
            name: entry.name,
            imageURL: entry.imageURL,
            grams: grams,
            portion: entry.portion,
            portionLabel: entry.portionLabel,
            quantity: entry.quantity,
            nutrients: entry.nutrients
        )
    }
}
