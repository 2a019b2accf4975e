import JSONCoding

/// Rules for users' own foods: users can correct their input, so nothing is dropped or cut silently.
///
/// Doubtful but possible values are accepted and flagged, as for every other food.
extension FoodChange {
    /// The rules of a new food.
    static let rulesOfNew = Rules<Self>(
        [
            .required(\.name),
            .required(\.kcal, "{field} is missing: a food without its energy cannot be counted."),
        ],
        rules
    )

    /// The rules of a change.
    static let rulesOfChange = Rules<Self>([.notNull(\.name), .notNull(\.kcal), .notNull(\.shared)], rules)

    private typealias Limits = OwnFoodLimits

    private static let rules: [Rule<Self>] = [
        .text(\.name, Limits.nameLength),
        .language(\.language),
        .texts(\.names, Limits.nameLength),
        .text(\.brand, Limits.labelLength),
        .text(\.category, Limits.labelLength),
        .text(
            \.ingredients,
            0...Limits.ingredientsLengthMax,
            hasWords: false
        ),
        .noAddress(\.imageURL),
        .range(\.per?.grams, Limits.perGrams),
        .amount(\.kcal, Limits.kcalMax),
        .amount(\.proteinG, Limits.amountMax),
        .amount(\.fatG, Limits.amountMax),
        .amount(\.carbohydrateG, Limits.amountMax),
        .amount(\.fiberG, Limits.amountMax),
        .amount(\.sugarG, Limits.amountMax),
        .amount(\.saturatedFatG, Limits.amountMax),
        .amount(\.sodiumMg, Limits.amountMax),
        .documented(\.nutrients, [("", .keyPattern(nutrientPattern)), ("{}", .range(bounds(Limits.amountMax)))]),
        .whole(\.nutrients, [.sentence("Amounts are at most \(Int(Limits.amountMax)) in 100 g.")]) {
            $0.checkNutrients($1, &$2)
        },
        .range(\.servingG, Limits.portionGrams),
        .items(\.portions, 0...Limits.portionsMax),
        .each(\.portions, Portion.ownRules, first: Limits.portionsMax),
        .custom(
            \.portions,
            .notAllowed,
            "{field} must have different names, because they are logged by name."
        ) { portions in Set(portions.map(\.name.inSingleSpaces)).count == portions.count },
        .barcode(\.barcode),
        .allergens(\.allergens),
    ]

    /// A regular expression of ECMA 262 for the names of further nutrients.
    private static let nutrientPattern = "^(\(FurtherNutrient.allCases.map(\.rawValue).joined(separator: "|")))$"

    /// The amounts that are possible in the largest quantity, for schemas.
    fileprivate static func bounds(_ max: Double) -> ClosedRange<Double> {
        0...(max * Limits.perGrams.upperBound / 100)
    }

    /// The quantity that nutrients refer to, in multiples of 100 g; nil if it is invalid, which is an error already.
    fileprivate var share: Double? {
        guard let grams = per?.grams else { return 1 }
        return Limits.perGrams.contains(grams) ? grams / 100 : nil
    }

    private func checkNutrients(_ field: String, _ checker: inout RuleChecker) {
        guard let share else { return }
        for (name, amount) in (nutrients.value ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard FurtherNutrient(rawValue: name) != nil else {
                let known = FurtherNutrient.allCases.map(\.rawValue).joined(separator: ", ")
                return checker.reject(field, .notAllowed, "{field} must be of \(known).", ["allowed": known])
            }
            checker.require(amount, in: 0...(Limits.amountMax * share), "\(field).\(name)")
        }
    }
}

extension Rule<FoodChange> {
    /// Requires an amount to be at most some maximum in 100 g; the error names the bound in the unit of the request.
    fileprivate static func amount(_ path: Path<Patch<Double>>, _ max: Double) -> Rule {
        whole(path, [.range(FoodChange.bounds(max)), .sentence("At most \(Int(max)) in 100 g.")]) {
            change,
            name,
            checker in
            guard let share = change.share else { return }
            checker.require(change[keyPath: path].value, in: 0...(max * share), name)
        }
    }
}

extension Portion {
    /// The rules of a portion that a user enters.
    fileprivate static let ownRules: Rules<Self> = [
        .text(\.name, OwnFoodLimits.portionNameLength),
        .range(\.grams, OwnFoodLimits.portionGrams),
    ]
}

extension String {
    /// The text without control characters and with single spaces, as it is stored.
    fileprivate var inSingleSpaces: String {
        split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.isControl) }.joined(separator: " ")
    }
}
