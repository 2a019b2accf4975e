/// A doubt about a food's values.
///
/// Such a food is accepted and shown, but ranked lower in searches.
package enum FoodFlag: String, Codable, Sendable, CaseIterable {
    /// A macronutrient is below 0 or above 100 g per 100 g.
    case macroOutOfRange
    /// Protein, fat and carbohydrate exceed 105 g together.
    case macrosTooHigh
    /// There is more saturated fat than fat.
    case saturatedAboveFat
    /// There is more sugar than carbohydrate.
    case sugarAboveCarbohydrate
    /// Energy differs by more than 30 % and 5 kcal from the energy of the macronutrients.
    case energyMismatch
    /// Energy matches the macronutrients if it is read as kilojoules.
    case energyInKilojoules
    /// The values match the package's serving rather than 100 g.
    case perServing
    /// The barcode's check digit is wrong; the barcode is not stored.
    case barcodeInvalid
    /// Some macronutrients that supply energy are unknown.
    case macrosMissing
    /// There may be other allergens than those listed, because those of some ingredient are unknown.
    case allergensIncomplete
}
