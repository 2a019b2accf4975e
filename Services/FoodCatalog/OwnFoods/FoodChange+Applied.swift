import Contracts
import JSONCoding

extension FoodChange {
    /// Applies a change that satisfies its rules.
    func apply(to own: inout OwnFood) {
        if let name = name.value { own.food.name = FoodValidator.tidied(name) }
        if language.isChange { own.food.language = language.value ?? OwnFood.unknownLanguage }
        if names.isChange { own.food.names = names.value ?? [:] }
        if brand.isChange { own.food.brand = brand.value }
        if category.isChange { own.food.category = category.value }
        applyNutrients(to: &own.food)
        applyPortions(to: &own.food)
        // The rules of the request have refused a barcode that is none.
        if barcode.isChange { own.food.barcode = barcode.value.flatMap { try? GTIN($0).text } }
        if ingredients.isChange { own.food.ingredients = ingredients.value }
        if allergens.isChange { own.food.allergens = allergens.value?.compactMap { Allergen(rawValue: $0) } }
        if imageURL.isChange { own.imageURL = imageURL.value }
        if let shared = shared.value { own.shared = shared }
    }

    private func applyNutrients(to food: inout ImportedFood) {
        if let kcal = kcal.value { food.kcal = per100g(kcal) }
        food.proteinG = per100g(proteinG, food.proteinG)
        food.fatG = per100g(fatG, food.fatG)
        food.carbohydrateG = per100g(carbohydrateG, food.carbohydrateG)
        food.fiberG = per100g(fiberG, food.fiberG)
        food.sugarG = per100g(sugarG, food.sugarG)
        food.saturatedFatG = per100g(saturatedFatG, food.saturatedFatG)
        food.sodiumMg = per100g(sodiumMg, food.sodiumMg)
        guard nutrients.isChange else { return }
        food.nutrients = [:]
        for (name, amount) in nutrients.value ?? [:] {
            if let nutrient = FurtherNutrient(rawValue: name) { food.nutrients[nutrient] = per100g(amount) }
        }
    }

    private func applyPortions(to food: inout ImportedFood) {
        if portions.isChange {
            food.portions = (portions.value ?? []).map { Portion(name: FoodValidator.tidied($0.name), grams: $0.grams) }
        }
        guard servingG.isChange else { return }
        food.portions.removeAll { $0.name == OwnFood.servingName }
        if let grams = servingG.value {
            food.portions.insert(Portion(name: OwnFood.servingName, grams: grams), at: 0)
        }
    }

    private func per100g(_ patch: Patch<Double>, _ current: Double?) -> Double? {
        patch.isChange ? patch.value.map(per100g) : current
    }

    private func per100g(_ amount: Double) -> Double {
        guard let per else { return amount }
        return (amount * 100 / per.grams).inThousandths
    }
}
