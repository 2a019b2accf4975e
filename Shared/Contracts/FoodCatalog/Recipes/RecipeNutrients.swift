/// The nutrients of a recipe or an ingredient; unknown ones are null, never 0.
package struct RecipeNutrients: Codable, Sendable, Equatable {
    package var kcal: Double
    @Nullable package var proteinG: Double?
    @Nullable package var fatG: Double?
    @Nullable package var carbohydrateG: Double?
    @Nullable package var fiberG: Double?
    @Nullable package var sugarG: Double?
    @Nullable package var saturatedFatG: Double?
    @Nullable package var sodiumMg: Double?
    /// Further known nutrients, by the raw values of ``FurtherNutrient``.
    package var nutrients: [String: Double]

    package init(
        kcal: Double,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        fiberG: Double? = nil,
        sugarG: Double? = nil,
        saturatedFatG: Double? = nil,
        sodiumMg: Double? = nil,
        nutrients: [String: Double] = [:]
    ) {
        self.kcal = kcal
        self._proteinG = Nullable(wrappedValue: proteinG)
        self._fatG = Nullable(wrappedValue: fatG)
        self._carbohydrateG = Nullable(wrappedValue: carbohydrateG)
        self._fiberG = Nullable(wrappedValue: fiberG)
        self._sugarG = Nullable(wrappedValue: sugarG)
        self._saturatedFatG = Nullable(wrappedValue: saturatedFatG)
        self._sodiumMg = Nullable(wrappedValue: sodiumMg)
        self.nutrients = nutrients
    }
}
