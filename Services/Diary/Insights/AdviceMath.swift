package import Calendar
package import Contracts

/// Computes advice from the totals, targets and weights of some days.
package enum AdviceMath {
    /// The days of the mean, and the minimum of them that must be fully logged.
    package static let (meanDays, loggedDaysMin) = (7, 3)
    /// The days of the weight trend, four weeks, and the minimum distance between its first and last weight in days.
    package static let (trendDays, trendDaysMin) = (28, 10)
    /// Consecutive days without entries, or over the target, that lead to advice.
    private static let daysRunning = 3
    /// Protein below this fraction of the target is low.
    private static let proteinPart = 0.8
    /// Energy above this fraction of the target is over it.
    private static let overPart = 1.1
    /// The adequate intake of fiber for adults (EFSA 2010), and the maximum recommended salt (World Health
    /// Organization, 2012), in grams per day.
    private static let (fiberG, saltG) = (25.0, 5.0)
    /// A nutrient gets no advice if entries with more than this fraction of the energy lack its amount.
    private static let unknownPartMax = 1.0 / 3
    /// What a food that advice suggests brings at least, in grams: a fifth of what adults need of protein with a meal,
    /// and an eighth of a day's fiber.
    private static let (proteinOfFoodMinG, fiberOfFoodMinG) = (5.0, 3.0)
    /// A smaller change of the trend is measurement noise, in kg.
    private static let trendKgMin = 0.5

    /// One day with entries, its target, and the energy of entries with an unknown nutrient.
    package struct Day: Sendable {
        package var total: DayTotal
        package var target: DayTarget?
        /// The energy of entries that lack a nutrient; without those that no entry lacks.
        package var kcalWithout: [Nutrient: Double]

        package init(_ total: DayTotal, target: DayTarget?, kcalWithout: [Nutrient: Double] = [:]) {
            self.total = total
            self.target = target
            self.kcalWithout = kcalWithout
        }
    }

    /// A food that the user logs, in the amount logged last.
    package struct UsualFood: Sendable {
        package var id: FoodID
        package var name: String
        package var grams: Double
        package var nutrients: Nutrients

        package init(id: FoodID, name: String, grams: Double, nutrients: Nutrients) {
            self.id = id
            self.name = name
            self.grams = grams
            self.nutrients = nutrients
        }
    }

    /// The data from which advice is computed.
    package struct Input: Sendable {
        /// The day that the advice is for.
        package var date: PlainDate
        /// Whether the day may not be over yet, so that means exclude it unless it is marked as complete.
        package var isToday: Bool
        /// Days with entries up to the date, oldest first; eight days are enough.
        package var days: [Day]
        /// Weights of the last four weeks and of the run-up of the trend.
        package var weights: [MeasuredWeight]
        /// Foods that advice may name, the most frequent first.
        package var foods: [UsualFood]
        /// Nil if the profile is unavailable.
        package var goal: Goal?
        /// The minimum recommended energy for the user, in kcal.
        package var floorKcal: Double

        package init(
            date: PlainDate,
            isToday: Bool,
            days: [Day],
            weights: [MeasuredWeight] = [],
            foods: [UsualFood] = [],
            goal: Goal? = nil,
            floorKcal: Double = EnergyFloor.womenKcal
        ) {
            self.date = date
            self.isToday = isToday
            self.days = days
            self.weights = weights
            self.foods = foods
            self.goal = goal
            self.floorKcal = floorKcal
        }
    }

    /// Returns all advice, in the order of the codes.
    package static func advice(_ input: Input) -> [Advice] {
        // A day that the user calls complete is over.
        let isOver = !input.isToday || input.days.contains { $0.total.date == input.date && $0.total.isMarked }
        let last = isOver ? input.date : input.date.advanced(by: -1)
        let first = last.advanced(by: 1 - meanDays)
        let days = input.days.filter { (first...last).contains($0.total.date) && $0.total.isComplete }
        let means =
            days.count < loggedDaysMin ? [] : [protein(days, input.foods), fiber(days, input.foods), salt(days)]
        let floor = days.count < loggedDaysMin ? nil : underFloor(days, input.floorKcal)
        return
            ([nothingLogged(input)] + means + [overTarget(input, endingOn: last), floor, weight(input)])
            .compactMap(\.self)
    }

    private static func nothingLogged(_ input: Input) -> Advice? {
        let logged = Set(input.days.map(\.total.date))
        guard !logged.contains(input.date) else { return nil }
        let isLonger = (1..<daysRunning).allSatisfy { !logged.contains(input.date.advanced(by: -$0)) }
        let params = ["date": input.date.description, "days": isLonger ? "\(daysRunning)" : "1"]
        return Advice(.nothingLogged, isLonger ? .hint : .info, params: params)
    }

    private static func protein(_ days: [Day], _ foods: [UsualFood]) -> Advice? {
        let targets = days.compactMap { $0.target?.proteinG }
        guard targets.count == days.count, isKnown(.protein, days) else { return nil }
        let (meanG, targetG) = (mean(days.map { $0.total.nutrients[.protein] ?? 0 }), mean(targets))
        guard meanG < proteinPart * targetG else { return nil }
        let params = ["meanG": text(meanG), "targetG": text(targetG), "days": "\(days.count)"]
        let food = food(in: foods, richestIn: .protein, atLeast: proteinOfFoodMinG)
        return Advice(.proteinLow, .hint, params: params.merging(food) { own, _ in own })
    }

    private static func fiber(_ days: [Day], _ foods: [UsualFood]) -> Advice? {
        let meanG = mean(days.map { $0.total.nutrients[.fiber] ?? 0 })
        guard isKnown(.fiber, days), meanG < fiberG else { return nil }
        let params = ["meanG": text(meanG), "recommendedG": text(fiberG), "days": "\(days.count)"]
        let food = food(in: foods, richestIn: .fiber, atLeast: fiberOfFoodMinG)
        return Advice(.fiberLow, .hint, params: params.merging(food) { own, _ in own })
    }

    /// Returns the parameters that name the food with the most of a nutrient for its energy; none without such a food.
    ///
    /// Of equal foods, it is the most frequent one.
    private static func food(
        in foods: [UsualFood],
        richestIn nutrient: Nutrient,
        atLeast minG: Double
    ) -> [String: String] {
        var (best, bestDensity): (UsualFood?, Double) = (nil, 0)
        for food in foods {
            let (grams, kcal) = (food.nutrients[nutrient] ?? 0, food.nutrients.kcal)
            guard grams >= minG, kcal > 0 else { continue }
            let density = grams / kcal
            if density > bestDensity { (best, bestDensity) = (food, density) }
        }
        guard let best, let brings = best.nutrients[nutrient] else { return [:] }
        return [
            "food": best.name, "foodId": best.id.description, "foodGrams": text(best.grams), "bringsG": text(brings),
        ]
    }

    private static func salt(_ days: [Day]) -> Advice? {
        let meanG = mean(days.map { $0.total.nutrients[.salt] ?? 0 })
        guard isKnown(.salt, days), meanG > saltG else { return nil }
        return Advice(
            .saltHigh,
            .hint,
            params: ["meanG": text(meanG), "recommendedG": text(saltG), "days": "\(days.count)"]
        )
    }

    /// Returns advice if the last consecutive days are clearly over target, or the day itself is over it at all.
    ///
    /// The consecutive days include the day itself once it is over, too.
    private static func overTarget(_ input: Input, endingOn last: PlainDate) -> Advice? {
        var excess: [PlainDate: Double] = [:]
        for day in input.days {
            guard let target = day.target?.dailyKcal, day.total.kcal > overPart * Double(target) else { continue }
            excess[day.total.date] = day.total.kcal - Double(target)
        }
        let end = excess[input.date] == nil ? last : input.date
        let over = (0..<daysRunning).compactMap { excess[end.advanced(by: -$0)] }
        if over.count == daysRunning {
            let params = ["days": "\(daysRunning)", "kcal": "\(Int(mean(over).rounded()))"]
            return Advice(.overTarget, .hint, params: params)
        }
        guard let day = input.days.first(where: { $0.total.date == input.date }), let target = day.target?.dailyKcal
        else { return nil }
        let kcal = Int((day.total.kcal - Double(target)).rounded())
        return kcal > 0 ? Advice(.overTarget, .info, params: ["days": "1", "kcal": "\(kcal)"]) : nil
    }

    private static func underFloor(_ days: [Day], _ floorKcal: Double) -> Advice? {
        let meanKcal = mean(days.map(\.total.kcal))
        guard meanKcal < floorKcal else { return nil }
        let params = [
            "meanKcal": "\(Int(meanKcal.rounded()))", "floorKcal": "\(Int(floorKcal.rounded()))",
            "days": "\(days.count)",
        ]
        return Advice(.underFloor, .important, params: params)
    }

    private static func weight(_ input: Input) -> Advice? {
        let first = input.date.advanced(by: -trendDays)
        let trend = WeightTrend(input.weights).atWeights.filter { first <= $0.date && $0.date <= input.date }
        guard let start = trend.first, let end = trend.last else { return nil }
        let days = start.date.distance(to: end.date)
        let moved = end.kg - start.kg
        let isAgainst =
            switch input.goal {
            case .lose: moved >= trendKgMin
            case .gain: moved <= -trendKgMin
            case .keep, nil: false
            }
        guard days >= trendDaysMin, isAgainst else { return nil }
        return Advice(.weightAgainstGoal, .hint, params: ["trendKg": text(moved), "days": "\(days)"])
    }

    private static func isKnown(_ nutrient: Nutrient, _ days: [Day]) -> Bool {
        let all = days.reduce(0) { $0 + $1.total.kcal }
        return days.reduce(0) { $0 + ($1.kcalWithout[nutrient] ?? 0) } <= unknownPartMax * all
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    /// Formats grams or kilograms with one decimal.
    private static func text(_ amount: Double) -> String { "\((amount * 10).rounded() / 10)" }
}
