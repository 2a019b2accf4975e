/// Energy factors and conversions.
package enum EnergyFactor {
    /// Energy of one gram, in kcal (Atwater's general factors; fibre and alcohol as in the EU's Regulation 1169/2011).
    package static let kcalPerGramOfProtein = 4.0
    package static let kcalPerGramOfCarbohydrate = 4.0
    package static let kcalPerGramOfFat = 9.0
    package static let kcalPerGramOfFibre = 2.0
    package static let kcalPerGramOfAlcohol = 7.0
    /// Kilojoules of a kilocalorie, by the thermochemical calorie.
    package static let kilojoulesPerKcal = 4.184

    /// Converts kilojoules to kcal.
    package static func kcal(ofKilojoules kilojoules: Double) -> Double { kilojoules / kilojoulesPerKcal }
}
