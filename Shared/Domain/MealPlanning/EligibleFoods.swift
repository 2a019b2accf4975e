import Contracts

/// The foods allowed in the menu, and the numbers of excluded foods by reason.
struct EligibleFoods {
    let foods: [PlanCandidate]
    private(set) var allergens = 0
    private(set) var unknownAllergens = 0
    private(set) var dislikes = 0

    init(_ request: CalculatorPlan) {
        self.init(request.candidates, excluding: request.excludedAllergens, request.dislikes)
    }

    /// Filters foods.
    ///
    /// - Parameters:
    ///   - candidates: The foods to choose from.
    ///   - excludedAllergens: Allergens that no food may contain.
    ///   - dislikes: Unwanted words.
    init(_ candidates: [PlanCandidate], excluding excludedAllergens: [String]?, _ dislikes: [String]?) {
        let excluded = Set((excludedAllergens ?? []).map(Self.key))
        let disliked = (dislikes ?? []).map(FoodWords.stems).filter { !$0.isEmpty }
        var foods: [PlanCandidate] = []
        for food in candidates {
            if !excluded.isEmpty, food.allergens == nil {
                unknownAllergens += 1
            } else if !excluded.isDisjoint(with: (food.allergens ?? []).map(Self.key)) {
                allergens += 1
            } else if Self.isDisliked(food, disliked) {
                self.dislikes += 1
            } else {
                foods.append(food)
            }
        }
        self.foods = foods
    }

    private static func isDisliked(_ food: PlanCandidate, _ disliked: [[String]]) -> Bool {
        guard !disliked.isEmpty else { return false }
        let words = FoodWords(of: [food.name, food.category ?? ""] + (food.tags ?? []))
        return disliked.contains { words.contain($0) }
    }

    /// Normalizes an allergen: "Tree nuts", "tree-nuts" and "treeNuts" are the same.
    private static func key(_ allergen: String) -> String {
        allergen.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Reasons for a menu that does not fit.
    var reasons: [PlanReason] {
        var params = ["left": "\(foods.count)"]
        for (name, count) in [
            ("allergens", allergens), ("unknownAllergens", unknownAllergens), ("dislikes", dislikes),
        ] where count > 0 {
            params[name] = "\(count)"
        }
        return [PlanReason(.foodsLeft, params: params)]
    }
}
