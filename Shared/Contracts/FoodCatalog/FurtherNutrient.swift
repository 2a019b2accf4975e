/// Nutrients without a field of their own in ``Food``; the name ends with the unit, per 100 g.
package enum FurtherNutrient: String, Codable, Sendable, CaseIterable {
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
