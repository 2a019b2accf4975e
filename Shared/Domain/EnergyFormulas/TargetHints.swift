package import Contracts

/// Computes the hints that go with a target: pace, protein and activity.
package struct TargetHints: Sendable {
    /// The smallest difference of target and expenditure that counts, in kcal a day: less is under the error of a log.
    private static let differenceMinKcal = 50.0
    /// Energy of a kilogram of body weight in kcal (Wishnofsky 1958), which holds for the first weeks.
    private static let kcalPerKg = 7_700.0
    private static let daysPerWeek = 7.0
    /// The largest change that keeps muscle in a loss, and fat small in a gain, in percent of the weight a week
    /// (Helms 2014, Iraki 2019).
    private static let (lossPercentMax, gainPercentMax) = (1.0, 0.5)
    /// Meals of a day with about equal protein (Schoenfeld, Aragon 2018).
    private static let meals = 4.0
    /// Protein below this fraction of the recommendation is low.
    private static let proteinPart = 0.8
    /// Minutes of moderate activity a week against gaining weight, and after losing it (Donnelly 2009).
    private static let (minutesMin, minutesMax) = (150, 250)
    /// Strength sessions a week for each muscle (Schoenfeld 2016).
    private static let sessions = 2
    /// Minutes of activity a day from 5 to 17 years (World Health Organization, 2020), and the first age after them.
    private static let (minutesPerDay, adultActivityAge) = (60, 18)
    /// MET and hours of a brisk walk, 5.6 km/h (Compendium of Physical Activities 2011, code 17200).
    private static let (walkMET, walkHours) = (4.3, 0.5)

    /// Full years.
    private let age: Int
    private let weightKg: Double
    private let activityLevel: ActivityLevel
    private let goal: Goal
    /// The basal rate, in kcal a day, as the next two.
    private let bmr: Double
    private let tdee: Double
    /// The mean of the target's days.
    private let dailyKcal: Double
    private let proteinG: Double
    /// The weight that counts for protein, in kg.
    private let referenceKg: Double

    /// Creates the hints of a target.
    ///
    /// - Parameters:
    ///   - age: Full years.
    ///   - heightCm: The height.
    ///   - weightKg: The weight.
    ///   - activityLevel: The level that the expenditure counts.
    ///   - goal: The goal of the target.
    ///   - bmr: The basal rate, in kcal a day.
    ///   - tdee: The expenditure, in kcal a day.
    ///   - dailyKcal: The mean of the target's days.
    ///   - proteinG: The protein of the target.
    package init(
        age: Int,
        heightCm: Double,
        weightKg: Double,
        activityLevel: ActivityLevel,
        goal: Goal,
        bmr: Double,
        tdee: Double,
        dailyKcal: Double,
        proteinG: Double
    ) {
        self.age = age
        self.weightKg = weightKg
        self.activityLevel = activityLevel
        self.goal = goal
        self.bmr = bmr
        self.tdee = tdee
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        referenceKg = MacroSplit.referenceKg(heightCm: heightCm, weightKg: weightKg)
    }

    /// Returns three hints in a language, or in English if it has no texts.
    package func hints(in language: String) -> [TargetHint] {
        let texts = TargetHintTexts(language)
        return [pace, protein, activity].map { code, params in
            TargetHint(code, params: params, text: texts.text(of: code, params))
        }
    }

    private typealias Content = (TargetHint.Code, [String: String])

    private var pace: Content {
        let difference = dailyKcal - tdee
        let kgPerWeek = abs(difference) * Self.daysPerWeek / Self.kcalPerKg
        let percent = kgPerWeek / weightKg * 100
        let change = ["kgPerWeek": Self.tenths(kgPerWeek), "percentPerWeek": Self.tenths(percent)]
        if difference <= -Self.differenceMinKcal {
            let params = change.merging(["deficitKcal": Self.whole(-difference)]) { $1 }
            guard Self.isMore(percent, than: Self.lossPercentMax) else { return (.paceOfLoss, params) }
            return (.paceOfFastLoss, params.merging(["percentMax": Self.tenths(Self.lossPercentMax)]) { $1 })
        }
        if goal == .lose { return (.paceWithoutDeficit, ["tdeeKcal": Self.whole(tdee)]) }
        guard difference >= Self.differenceMinKcal else { return (.paceOfKeeping, ["tdeeKcal": Self.whole(tdee)]) }
        let params = change.merging(["surplusKcal": Self.whole(difference)]) { $1 }
        guard Self.isMore(percent, than: Self.gainPercentMax) else { return (.paceOfGain, params) }
        return (.paceOfFastGain, params.merging(["percentMax": Self.tenths(Self.gainPercentMax)]) { $1 })
    }

    private var protein: Content {
        let recommendedG = MacroSplit.proteinG(referenceKg: referenceKg, goal: goal)
        var params = ["proteinG": Self.whole(proteinG), "gPerKg": Self.tenths(proteinG / referenceKg)]
        guard proteinG >= Self.proteinPart * recommendedG else {
            params["recommendedG"] = Self.whole(recommendedG)
            return (.proteinLow, params)
        }
        params["meals"] = Self.whole(Self.meals)
        params["mealG"] = Self.whole(proteinG / Self.meals)
        switch goal {
        case .lose: return (.proteinForLoss, params)
        case .keep: return (.proteinForKeeping, params)
        case .gain: return (.proteinForGain, params)
        }
    }

    private var activity: Content {
        if age < Self.adultActivityAge { return (.activityUnder18, ["minutesPerDay": "\(Self.minutesPerDay)"]) }
        if goal == .gain { return (.activityForGain, ["sessions": "\(Self.sessions)"]) }
        let countedKcal = tdee - bmr * Expenditure.factor(of: .sedentary)
        let isActive = ![ActivityLevel.sedentary, .light].contains(activityLevel)
        if isActive, countedKcal >= Self.differenceMinKcal {
            return (.activityCounted, ["activityKcal": Self.whole(countedKcal)])
        }
        let params = [
            "minutesMin": "\(Self.minutesMin)", "minutesMax": "\(Self.minutesMax)",
            "walkKcal": Self.whole((Self.walkMET - 1) * weightKg * Self.walkHours),
        ]
        return (goal == .lose ? .activityForLoss : .activityForKeeping, params)
    }

    /// Returns whether a value is above a bound in tenths, as texts show both.
    private static func isMore(_ value: Double, than bound: Double) -> Bool {
        (value * 10).rounded() > (bound * 10).rounded()
    }

    private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
