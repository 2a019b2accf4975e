import Contracts
import JSONCoding

/// Validation rules for users' own foods: users can correct their input, so nothing is dropped or cut silently.
///
/// Doubtful but possible values are accepted and flagged by ``FoodChecks``, as for every other food.
enum OwnFoodRules {
    private typealias Limits = OwnFoodLimits

    /// The UUID versions that clients may create: random and time-ordered.
    ///
    /// Foods of sources have versions 5 and 8, so no client can claim their ids beforehand.
    private static let idVersions: Set<UInt64> = [4, 7]

    /// Checks the id that a client supplies for a food or a recipe.
    ///
    /// - Throws: `invalid` if its UUID version is not one for clients.
    static func checkID(_ id: FoodID?) throws(ServiceError) {
        guard let id else { return }
        var checker = RuleChecker()
        checker.require(
            idVersions.contains(id.uuid.high >> 12 & 0xF),
            "id",
            .notAllowed,
            "id must be a UUID of version 4 or 7.",
            ["allowed": "4, 7"]
        )
        try checker.finish()
    }

    /// Checks a change, or all fields of a new food.
    ///
    /// - Throws: `invalid` with every violation.
    static func check(_ change: FoodChange, isNew: Bool) throws(ServiceError) {
        var checker = RuleChecker()
        if isNew {
            requireGiven(change, &checker)
        } else {
            requireNotCleared(change, &checker)
        }
        checkTexts(change, &checker)
        checkNutrients(change, &checker)
        checkPortions(change, &checker)
        checkBarcode(change.barcode.value, &checker)
        checker.requireAllergens(change.allergens.value, "allergens")
        try checker.finish()
    }

    private static func requireGiven(_ change: FoodChange, _ checker: inout RuleChecker) {
        checker.require(change.name.value != nil, "name", .missing, "name is missing.")
        checker.require(
            change.kcal.value != nil,
            "kcal",
            .missing,
            "kcal is missing: a food without its energy cannot be counted."
        )
    }

    private static func requireNotCleared(_ change: FoodChange, _ checker: inout RuleChecker) {
        let cleared: [(String, Bool)] = [
            ("name", change.name == .cleared), ("kcal", change.kcal == .cleared),
            ("shared", change.shared == .cleared),
        ]
        for (field, isCleared) in cleared {
            checker.require(!isCleared, field, .notAllowed, "\(field) always has a value and cannot be null.")
        }
    }

    private static func checkTexts(_ change: FoodChange, _ checker: inout RuleChecker) {
        checker.require(
            change.name.value,
            length: Limits.nameLength,
            bytesMax: Limits.nameBytesMax,
            "name",
            hasWords: true
        )
        checker.requireLanguage(change.language.value, "language")
        checker.requireNames(
            change.names.value,
            length: Limits.nameLength,
            bytesMax: Limits.nameBytesMax,
            "names"
        )
        for (field, label) in [("brand", change.brand.value), ("category", change.category.value)] {
            checker.require(
                label,
                length: Limits.labelLength,
                bytesMax: Limits.labelBytesMax,
                field,
                hasWords: true
            )
        }
        checker.require(
            change.ingredients.value,
            length: 0...Limits.ingredientsLengthMax,
            bytesMax: Limits.ingredientsBytesMax,
            "ingredients"
        )
        checker.requireNoAddress(change.imageURL.value, "imageURL")
    }

    private static func checkNutrients(_ change: FoodChange, _ checker: inout RuleChecker) {
        let before = checker.errors.count
        checker.require(change.per?.grams, in: Limits.perGrams, "per.grams")
        guard checker.errors.count == before else { return }
        // Bounds are reported in the unit of the request.
        let share = (change.per?.grams ?? 100) / 100
        checker.require(change.kcal.value, in: 0...(Limits.kcalMax * share), "kcal")
        let amounts = 0...(Limits.amountMax * share)
        for (field, path) in FoodChange.amounts { checker.require(change[keyPath: path].value, in: amounts, field) }
        for (name, amount) in (change.nutrients.value ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard FurtherNutrient(rawValue: name) != nil else {
                let known = FurtherNutrient.allCases.map(\.rawValue).joined(separator: ", ")
                checker.require(false, "nutrients", .notAllowed, "nutrients must be of \(known).", ["allowed": known])
                return
            }
            checker.require(amount, in: amounts, "nutrients.\(name)")
        }
    }

    private static func checkPortions(_ change: FoodChange, _ checker: inout RuleChecker) {
        checker.require(change.servingG.value, in: Limits.portionGrams, "servingG")
        guard let portions = change.portions.value else { return }
        checker.require(
            portions.count <= Limits.portionsMax,
            "portions",
            .tooLong,
            "portions may have \(Limits.portionsMax) items at most.",
            ["max": "\(Limits.portionsMax)"]
        )
        for (index, portion) in portions.prefix(Limits.portionsMax).enumerated() {
            checker.require(
                portion.name,
                length: Limits.portionNameLength,
                bytesMax: Limits.portionNameBytesMax,
                "portions[\(index)].name",
                hasWords: true
            )
            checker.require(portion.grams, in: Limits.portionGrams, "portions[\(index)].grams")
        }
        checker.require(
            Set(portions.map { FoodValidator.tidied($0.name) }).count == portions.count,
            "portions",
            .notAllowed,
            "portions must have different names, because they are logged by name."
        )
    }

    private static func checkBarcode(_ text: String?, _ checker: inout RuleChecker) {
        guard let text else { return }
        do throws(GTIN.Fault) {
            _ = try GTIN(text)
        } catch {
            checker.require(false, "barcode", .wrongFormat, error.sentence)
        }
    }
}

extension GTIN.Fault {
    /// The error message for the user.
    var sentence: String {
        switch self {
        case .wrongLength: "A barcode has 8, 12, 13 or 14 digits."
        case .wrongCheckDigit:
            "The barcode's last digit does not fit the others: a digit is wrong or two are swapped."
        }
    }
}

extension FoodChange {
    /// The amounts besides energy, with the names of their fields.
    static var amounts: [(String, WritableKeyPath<FoodChange, Patch<Double>>)] {
        [
            ("proteinG", \.proteinG), ("fatG", \.fatG), ("carbohydrateG", \.carbohydrateG), ("fiberG", \.fiberG),
            ("sugarG", \.sugarG), ("saturatedFatG", \.saturatedFatG), ("sodiumMg", \.sodiumMg),
        ]
    }
}
