package import Calendar
package import Contracts
import FoundationEssentials

/// The rules of an entry's fields.
package enum EntryRules {
    /// Grams of an entry: from a pinch to more than a person eats in a day.
    package static let grams = 0.1...10_000.0
    /// Portions of an entry: from a hundredth of a cake to a bag of rice grains.
    package static let quantity = 0.01...1_000.0
    /// Bare energy of one entry in kcal; it may be that of a whole day.
    package static let kcal = 0.0...20_000.0
    /// Grams of one nutrient in one entry.
    package static let nutrientG = 0.0...2_000.0
    package static let nameLength = 1...200
    /// The maximum UTF-8 bytes of a name: a character can have many bytes, and a day must fit into one message.
    package static let nameBytesMax = 800
    /// The allowed years of a diary; a date outside is a typing error.
    package static let years = 1_900...2_200
    /// The maximum entries of one day: more than a person eats, and few enough that a day fits into one message.
    package static let entriesPerDayMax = 500

    /// Returns the requested amount of a new entry.
    ///
    /// - Throws: `invalid` with every error of the request, such as fields that exclude each other.
    package static func requestedAmount(of request: DiaryEntriesAdd) throws(ServiceError) -> RequestedAmount {
        var checker = RuleChecker()
        return try requestedAmount(request.amount, on: request.date, &checker)
    }

    /// Returns the requested amount; errors that the checker has already collected are thrown together with its own.
    static func requestedAmount(
        _ amount: EntryAmount,
        on date: DayReference,
        _ checker: inout RuleChecker
    ) throws(ServiceError) -> RequestedAmount {
        check(date, "date", &checker)
        let requested =
            if let food = amount.foodId {
                weighed(amount, of: food, &checker)
            } else {
                quick(amount, &checker)
            }
        try checker.finish()
        guard let requested else { throw ServiceError(.internalError, "The rules accepted an incomplete amount.") }
        return requested
    }

    /// Checks that the fields of a change go together and lie within their ranges.
    ///
    /// - Throws: `invalid` with every error of the request.
    package static func check(_ request: DiaryEntriesUpdate) throws(ServiceError) {
        var checker = RuleChecker()
        check(request.date, "date", &checker)
        check(position: request.position, &checker)
        checkWeight(request.grams, request.portion, request.quantity, &checker)
        checkName(request.name, "name", &checker)
        checker.require(request.kcal, in: kcal, "kcal")
        try checker.finish()
    }

    /// Checks that a date lies in an allowed year; today always does.
    package static func check(_ day: DayReference?, _ field: String, _ checker: inout RuleChecker) {
        guard case .date(let date) = day else { return }
        checker.require(
            years.contains(date.components.year),
            field,
            .outOfRange,
            "\(field) must be in a year from \(years.lowerBound) to \(years.upperBound).",
            ["min": "\(years.lowerBound)", "max": "\(years.upperBound)"]
        )
    }

    private static func weighed(_ amount: EntryAmount, of food: FoodID, _ checker: inout RuleChecker)
        -> RequestedAmount?
    {
        for (field, isGiven) in bareFields(of: amount) {
            checker.require(
                !isGiven,
                field,
                .notAllowed,
                "\(field) comes from the food; leave it out, or leave out foodId."
            )
        }
        checkWeight(amount.grams, amount.portion, amount.quantity, &checker)
        if let portion = amount.portion {
            return .portion(food, name: portion, quantity: amount.quantity ?? 1)
        }
        if let grams = amount.grams { return .grams(food, grams) }
        let isQuantityAlone = amount.quantity != nil
        checker.require(
            false,
            isQuantityAlone ? "portion" : "grams",
            .missing,
            isQuantityAlone ? "quantity needs a portion." : "Give an amount: grams, or a portion and its quantity."
        )
        return nil
    }

    private static func quick(_ amount: EntryAmount, _ checker: inout RuleChecker) -> RequestedAmount? {
        guard amount.name != nil || amount.kcal != nil else {
            checker.require(
                false,
                "foodId",
                .missing,
                "Give a foodId, or a name and kcal."
            )
            return nil
        }
        let weightFields = [
            ("grams", amount.grams != nil), ("portion", amount.portion != nil), ("quantity", amount.quantity != nil),
        ]
        for (field, isGiven) in weightFields {
            checker.require(!isGiven, field, .notAllowed, "\(field) needs a foodId.")
        }
        checker.require(amount.name != nil, "name", .missing, "name is missing.")
        checker.require(amount.kcal != nil, "kcal", .missing, "kcal is missing.")
        checkName(amount.name, "name", &checker)
        checker.require(amount.kcal, in: kcal, "kcal")
        let nutrients = Nutrients(
            kcal: amount.kcal ?? 0,
            proteinG: amount.proteinG,
            fatG: amount.fatG,
            carbohydrateG: amount.carbohydrateG,
            fiberG: amount.fiberG,
            sugarG: amount.sugarG,
            saltG: amount.saltG
        )
        for field in Nutrients.fields {
            checker.require(nutrients[keyPath: field.path], in: nutrientG, field.name)
        }
        return amount.name.map { .quick(name: $0, nutrients.inHundredths) }
    }

    static func checkWeight(
        _ grams: Double?,
        _ portion: String?,
        _ quantity: Double?,
        _ checker: inout RuleChecker
    ) {
        checker.require(grams, in: Self.grams, "grams")
        checker.require(quantity, in: Self.quantity, "quantity")
        guard grams != nil else { return }
        checker.require(portion == nil, "portion", .notAllowed, "Give grams or a portion, not both.")
        checker.require(
            quantity == nil || portion != nil,
            "quantity",
            .notAllowed,
            "quantity counts portions; it does not go with grams."
        )
    }

    /// Returns the weight of a number of portions in grams.
    ///
    /// - Throws: `invalid` if the weight is outside the range of an entry.
    static func weight(of quantity: Double, _ portion: Portion) throws(ServiceError) -> Double {
        let weight = (portion.grams * quantity).inHundredths
        var checker = RuleChecker()
        checker.require(
            grams.contains(weight),
            "quantity",
            .outOfRange,
            "\(quantity) × \(portion.name) weigh \(weight) g; an entry may weigh "
                + "\(grams.lowerBound) to \(grams.upperBound) g."
        )
        try checker.finish()
        return weight
    }

    /// Checks the name of an entry.
    static func checkName(_ name: String?, _ field: String, _ checker: inout RuleChecker) {
        guard let name else { return }
        checker.require(name, length: nameLength, field)
        checker.require(
            name.utf8.count <= nameBytesMax,
            field,
            .tooLong,
            "\(field) may have \(nameBytesMax) bytes at most.",
            ["maxBytes": "\(nameBytesMax)"]
        )
        checker.require(
            name.isEmpty || !name.allSatisfy(\.isWhitespace),
            field,
            .wrongFormat,
            "\(field) must contain a visible character."
        )
        checker.require(
            !name.unicodeScalars.contains { $0.properties.generalCategory == .control },
            field,
            .wrongFormat,
            "\(field) must not contain control characters."
        )
    }

    private static func bareFields(of amount: EntryAmount) -> [(String, Bool)] {
        [
            ("name", amount.name != nil), ("kcal", amount.kcal != nil), ("proteinG", amount.proteinG != nil),
            ("fatG", amount.fatG != nil), ("carbohydrateG", amount.carbohydrateG != nil),
            ("fiberG", amount.fiberG != nil), ("sugarG", amount.sugarG != nil), ("saltG", amount.saltG != nil),
        ]
    }
}

extension EntryRules {
    /// Checks the fields of a request and returns the requested amount and time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The wall clock.
    /// - Returns: The amount. The time in milliseconds since 1970, if the request names one.
    /// - Throws: `invalid` with every error of the request.
    static func requestedAmountAndTime(
        of request: DiaryEntriesPut,
        now: Date
    ) throws(ServiceError) -> (amount: RequestedAmount, atMs: Int?) {
        var checker = RuleChecker()
        check(position: request.position, &checker)
        checker.require(
            request.ifVersion == nil || request.overwrites != true,
            "overwrites",
            .notAllowed,
            "Give the version to replace or set overwrites, not both."
        )
        let atMs = checker.requireTime(request.at, "at", now: now)
        return (try requestedAmount(request.amount, on: request.date, &checker), atMs)
    }

    /// Checks a position within a meal.
    ///
    /// It has no upper bound, because a position beyond the end means the end.
    static func check(position: Int?, _ checker: inout RuleChecker) {
        guard let position else { return }
        checker.require(position >= 0, "position", .outOfRange, "position must be 0 or more.", ["min": "0"])
    }
}
