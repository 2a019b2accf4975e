package import Contracts

/// What there is to say of some days: pure, from what they add up to.
package enum AdviceMath {
    /// The days of which means are taken, and how many of them have to be logged to their end.
    package static let (meanDays, loggedDaysMin) = (7, 3)
    /// The days of which the weight's trend is told: four weeks, of which weights lie this far apart at least.
    package static let (trendDays, trendDaysMin) = (28, 10)
    /// Days running that are spoken of when nothing is logged, or too much.
    private static let daysRunning = 3
    /// Protein under this part of the target is low.
    private static let proteinPart = 0.8
    /// Energy above this part of the target is over it.
    private static let overPart = 1.1
    /// The adequate intake of fibre for adults (EFSA 2010), and the most salt that is recommended to them (WHO 2012), in grams.
    private static let (fiberG, saltG) = (25.0, 5.0)
    /// Of a nutrient that more than this part of the energy does not know, nothing is said.
    private static let unknownPartMax = 1.0 / 3
    /// A trend that moves by less is the noise of weighing, in kg.
    private static let trendKgMin = 0.5

    /// One day with entries, its target, and the energy of the entries that do not know a nutrient.
    package struct Day: Sendable {
        package var total: DayTotal
        package var target: DayTarget?
        package var kcalWithoutProtein: Double
        package var kcalWithoutFiber: Double
        package var kcalWithoutSalt: Double

        package init(
            _ total: DayTotal,
            target: DayTarget?,
            kcalWithoutProtein: Double = 0,
            kcalWithoutFiber: Double = 0,
            kcalWithoutSalt: Double = 0
        ) {
            self.total = total
            self.target = target
            self.kcalWithoutProtein = kcalWithoutProtein
            self.kcalWithoutFiber = kcalWithoutFiber
            self.kcalWithoutSalt = kcalWithoutSalt
        }
    }

    /// What is known when advice is asked for.
    package struct Known: Sendable {
        /// The day of which it is asked.
        package var date: PlainDate
        /// Whether that day may not be over yet, so that no mean counts it.
        package var isToday: Bool
        /// Days with entries up to the date, oldest first: eight are enough.
        package var days: [Day]
        /// Weights of the last four weeks and of the trend's run-up.
        package var weights: [MeasuredWeight]
        /// Nil where the profile cannot be asked.
        package var goal: Goal?
        /// The least energy that is recommended to the person.
        package var floorKcal: Double

        package init(
            date: PlainDate,
            isToday: Bool,
            days: [Day],
            weights: [MeasuredWeight] = [],
            goal: Goal? = nil,
            floorKcal: Double = EnergyFloor.womenKcal
        ) {
            self.date = date
            self.isToday = isToday
            self.days = days
            self.weights = weights
            self.goal = goal
            self.floorKcal = floorKcal
        }
    }

    /// Everything that there is to say, in the order of the codes.
    package static func advice(_ known: Known) -> [Advice] {
        let last = known.isToday ? known.date.advanced(by: -1) : known.date
        let first = last.advanced(by: 1 - meanDays)
        let days = known.days.filter { (first...last).contains($0.total.date) && $0.total.isComplete }
        let means = days.count < loggedDaysMin ? [] : [protein(days), fiber(days), salt(days)]
        let floor = days.count < loggedDaysMin ? nil : underFloor(days, known.floorKcal)
        return
            ([nothingLogged(known)] + means + [overTarget(known, endingOn: last), floor, weight(known)])
            .compactMap(\.self)
    }

    private static func nothingLogged(_ known: Known) -> Advice? {
        let logged = Set(known.days.map(\.total.date))
        guard !logged.contains(known.date) else { return nil }
        let isLonger = (1..<daysRunning).allSatisfy { !logged.contains(known.date.advanced(by: -$0)) }
        let params = ["date": known.date.description, "days": isLonger ? "\(daysRunning)" : "1"]
        return Advice(.nothingLogged, isLonger ? .hint : .info, params: params)
    }

    private static func protein(_ days: [Day]) -> Advice? {
        let targets = days.compactMap { $0.target?.proteinG }
        guard targets.count == days.count, isKnown(\.kcalWithoutProtein, days) else { return nil }
        let (meanG, targetG) = (mean(days.map { $0.total.nutrients.proteinG ?? 0 }), mean(targets))
        guard meanG < proteinPart * targetG else { return nil }
        return Advice(
            .proteinLow,
            .hint,
            params: ["meanG": text(meanG), "targetG": text(targetG), "days": "\(days.count)"]
        )
    }

    private static func fiber(_ days: [Day]) -> Advice? {
        let meanG = mean(days.map { $0.total.nutrients.fiberG ?? 0 })
        guard isKnown(\.kcalWithoutFiber, days), meanG < fiberG else { return nil }
        return Advice(
            .fiberLow,
            .hint,
            params: ["meanG": text(meanG), "recommendedG": text(fiberG), "days": "\(days.count)"]
        )
    }

    private static func salt(_ days: [Day]) -> Advice? {
        let meanG = mean(days.map { $0.total.nutrients.saltG ?? 0 })
        guard isKnown(\.kcalWithoutSalt, days), meanG > saltG else { return nil }
        return Advice(
            .saltHigh,
            .hint,
            params: ["meanG": text(meanG), "recommendedG": text(saltG), "days": "\(days.count)"]
        )
    }

    /// The last days running, with the day itself as soon as that is over its target, too.
    private static func overTarget(_ known: Known, endingOn last: PlainDate) -> Advice? {
        var excess: [PlainDate: Double] = [:]
        for day in known.days {
            guard let target = day.target?.dailyKcal, day.total.kcal > overPart * Double(target) else { continue }
            excess[day.total.date] = day.total.kcal - Double(target)
        }
        let end = excess[known.date] == nil ? last : known.date
        let over = (0..<daysRunning).compactMap { excess[end.advanced(by: -$0)] }
        guard over.count == daysRunning else { return nil }
        return Advice(.overTarget, .hint, params: ["days": "\(daysRunning)", "kcal": "\(Int(mean(over).rounded()))"])
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

    private static func weight(_ known: Known) -> Advice? {
        let first = known.date.advanced(by: -trendDays)
        let trend = WeightTrend(known.weights).atWeights.filter { first <= $0.date && $0.date <= known.date }
        guard let start = trend.first, let end = trend.last else { return nil }
        let days = start.date.distance(to: end.date)
        let moved = end.kg - start.kg
        let isAgainst =
            switch known.goal {
            case .lose: moved >= trendKgMin
            case .gain: moved <= -trendKgMin
            case .keep, nil: false
            }
        guard days >= trendDaysMin, isAgainst else { return nil }
        return Advice(.weightAgainstGoal, .hint, params: ["trendKg": text(moved), "days": "\(days)"])
    }

    private static func isKnown(_ unknownKcal: KeyPath<Day, Double>, _ days: [Day]) -> Bool {
        let all = days.reduce(0) { $0 + $1.total.kcal }
        return days.reduce(0) { $0 + $1[keyPath: unknownKcal] } <= unknownPartMax * all
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    /// Grams and kilograms with one decimal.
    private static func text(_ amount: Double) -> String { "\((amount * 10).rounded() / 10)" }
}
