/// What is doubtful about a food's numbers: it is taken and shown all the same, and stands lower in searches.
package enum FoodFlag: String, Codable, Sendable, CaseIterable {
    /// A macronutrient is below 0 or above 100 g per 100 g.
    case macroOutOfRange
    /// Protein, fat and carbohydrate are more than 105 g together.
    case macrosTooHigh
    /// More saturated fat than fat.
    case saturatedAboveFat
    /// More sugar than carbohydrate.
    case sugarAboveCarbohydrate
    /// Energy is further than 30 % and 5 kcal from what the macronutrients give.
    case energyMismatch
    /// Energy fits the macronutrients if it is read as kilojoules.
    case energyInKilojoules
    /// The numbers fit the package's serving rather than 100 g.
    case perServing
    /// The barcode's check digit is wrong; it is not kept.
    case barcodeInvalid
    /// Some of energy's macronutrients are unknown.
    case macrosMissing
    /// There may be other allergens than those listed, because those of some ingredient are unknown.
    case allergensIncomplete
}
