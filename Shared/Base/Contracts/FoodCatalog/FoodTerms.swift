/// The sort of a food, from plain to specific: of two foods that match a query equally well, the plainer one is ranked
/// first.
public enum FoodType: String, Codable, Sendable, CaseIterable {
    /// A single food, raw or plainly cooked, without a brand: a banana.
    case generic
    /// Made of several foods, without a brand: banana bread.
    case dish
    /// A branded product.
    case branded
    /// Entered by a user.
    case own
    /// Computed from its ingredients.
    case recipe
}

/// A doubt about a food's values.
///
/// Such a food is accepted and shown, but ranked lower in searches.
public enum FoodFlag: String, Codable, Sendable, CaseIterable {
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

/// Nutrients without a field of their own in ``Food``; the name ends with the unit, per 100 g.
public enum FurtherNutrient: String, Codable, Sendable, CaseIterable {
    case addedSugarG
    case alcoholG
    case caffeineMg
    case calciumMg
    case cholesterolMg
    case copperMg
    case folateUg
    case iodineUg
    case ironMg
    case magnesiumMg
    case manganeseMg
    case monounsaturatedFatG
    case niacinMg
    case phosphorusMg
    case polyunsaturatedFatG
    case potassiumMg
    case riboflavinMg
    case seleniumUg
    case thiaminMg
    case transFatG
    case vitaminAUg
    case vitaminB12Ug
    case vitaminB6Mg
    case vitaminCMg
    case vitaminDUg
    case vitaminEMg
    case vitaminKUg
    case waterG
    case zincMg
}

/// Converts between the sodium of a food and the salt of a label.
public enum Salt {
    /// Grams of salt on a label per gram of sodium.
    ///
    /// Defined by Regulation (EU) No 1169/2011, Annex I, point 11: salt = sodium × 2.5. The ratio of the molar masses
    /// is 2.54; with it a label of 1.00 g would be reproduced as 1.02 g.
    public static let perSodium = 2.5
}

/// The energy of macronutrients, and the ratio of energy's units.
public enum EnergyFactor {
    /// Energy of one gram, in kcal: Atwater's general factors (Merrill and Watt 1973); fibre and alcohol as in
    /// Regulation (EU) No 1169/2011.
    public static let kcalPerGramOfProtein = 4.0
    public static let kcalPerGramOfCarbohydrate = 4.0
    public static let kcalPerGramOfFat = 9.0
    public static let kcalPerGramOfFibre = 2.0
    public static let kcalPerGramOfAlcohol = 7.0
    /// Kilojoules of a kilocalorie, by the thermochemical calorie.
    public static let kilojoulesPerKcal = 4.184

    /// Converts kilojoules to kcal.
    public static func kcal(ofKilojoules kilojoules: Double) -> Double { kilojoules / kilojoulesPerKcal }
}
