package import Contracts

/// A target that somebody sets by hand: its rules, what it leaves open, and what there is to say to it.
package enum HandTarget {
    /// From a day of fasting to more than anybody burns, in kcal a day.
    package static let dailyKcal = 500...10_000
    /// Grams of one macronutrient a day.
    package static let macroG = 0.0...1_500.0
    /// How much more than the energy the macronutrients may have, since people round both.
    static let macroToleranceShare = 0.1
    /// Energy of a gram.
    static let (proteinKcal, fatKcal, carbohydrateKcal) = (4.0, 9.0, 4.0)
    /// The shares of energy that are taken where a macronutrient is left open, as the calculator splits a day.
    static let (fatShare, proteinShareMax, proteinShareDefault) = (0.3, 0.7, 0.2)

    /// What is wrong with a target.
    ///
    /// - Parameter request: The target.
    /// - Returns: Every field that breaks a rule.
    package static func errors(in request: ProfileTargetsSet) -> [FieldError] {
        var checker = RuleChecker()
        check(request.wish, "", &checker)
        for (name, wish) in (request.weekdays ?? [:]).sorted(by: { $0.key < $1.key }) {
            let field = "weekdays.\(name.prefix(20))"
            checker.require(
                Weekday(rawValue: name) != nil,
                field,
                .unknown,
                "\(field) is no day of the week: use monday to sunday."
            )
            check(wish, "\(field).", &checker)
        }
        return checker.errors
    }

    private static func check(_ wish: WishedTarget, _ path: String, _ checker: inout RuleChecker) {
        checker.require(wish.dailyKcal, in: dailyKcal, path + "dailyKcal")
        checker.require(wish.proteinG, in: macroG, path + "proteinG")
        checker.require(wish.fatG, in: macroG, path + "fatG")
        checker.require(wish.carbohydrateG, in: macroG, path + "carbohydrateG")
        // Bounded, because numbers that break the rules before come here, too, and not each is a whole number's size.
        let macroKcal =
            (wish.proteinG ?? 0) * proteinKcal + (wish.fatG ?? 0) * fatKcal
            + (wish.carbohydrateG ?? 0) * carbohydrateKcal
        let toldKcal = Int(min(max(macroKcal, -1e9), 1e9).rounded())
        checker.require(
            macroKcal <= Double(wish.dailyKcal) * (1 + macroToleranceShare),
            path + "dailyKcal",
            .mismatch,
            "Protein, fat and carbohydrate have \(toldKcal) kcal, more than \(path)dailyKcal.",
            ["macroKcal": "\(toldKcal)"]
        )
    }

    /// A day's target with every macronutrient: what is given stays, the rest is split as the calculator does.
    ///
    /// - Parameters:
    ///   - wish: What is given, within the rules.
    ///   - proteinG: The protein of the computed target, if there is one.
    /// - Returns: The target; what is worked out is never negative.
    package static func day(_ wish: WishedTarget, proteinG: Double?) -> DayTarget {
        let kcal = Double(wish.dailyKcal)
        let givenFatKcal = wish.fatG.map { $0 * fatKcal }
        let givenCarbohydrateKcal = wish.carbohydrateG.map { $0 * carbohydrateKcal }
        let roomForProtein = kcal - (givenFatKcal ?? 0) - (givenCarbohydrateKcal ?? 0)
        let usualProteinKcal = min(
            proteinG.map { $0 * proteinKcal } ?? kcal * proteinShareDefault,
            kcal * proteinShareMax
        )
        let ownProteinKcal = wish.proteinG.map { $0 * proteinKcal } ?? max(0, min(usualProteinKcal, roomForProtein))
        let roomForFat = kcal - ownProteinKcal - (givenCarbohydrateKcal ?? 0)
        // Whoever gives the carbohydrate leaves the rest to fat.
        let usualFatKcal = givenCarbohydrateKcal == nil ? kcal * fatShare : roomForFat
        let ownFatKcal = givenFatKcal ?? max(0, min(usualFatKcal, roomForFat))
        let ownCarbohydrateKcal = givenCarbohydrateKcal ?? max(0, kcal - ownProteinKcal - ownFatKcal)
        return DayTarget(
            dailyKcal: wish.dailyKcal,
            proteinG: wish.proteinG ?? inTenths(ownProteinKcal / proteinKcal),
            fatG: wish.fatG ?? inTenths(ownFatKcal / fatKcal),
            carbohydrateG: wish.carbohydrateG ?? inTenths(ownCarbohydrateKcal / carbohydrateKcal)
        )
    }

    private static func inTenths(_ grams: Double) -> Double { (grams * 10).rounded() / 10 }
}
