package import Calendar
package import Contracts
import SeededRandom

/// A food and its usual amount in a meal of a person.
package struct DemoFood: Sendable {
    let id: FoodID
    let grams: Double
    /// Energy of 100 g.
    let kcal: Double

    package init(id: FoodID, grams: Double, kcal: Double) {
        (self.id, self.grams, self.kcal) = (id, grams, kcal)
    }
}

/// What a person logs on one day.
///
/// The person and the date determine everything, ids included: logged again, it changes nothing.
package struct DemoDay: Sendable {
    /// Days of a demonstration, today included.
    package static let count = 60
    /// Every ninth day has a note, and every eleventh lacks dinner and the mark of a complete day.
    private static let (noteEvery, gapEvery) = (9, 11)
    /// The share of the target that a person eats.
    private static let eatenShares = 0.88...1.08
    /// Meals may become this much smaller and larger to meet the day's energy.
    private static let factors = 0.6...1.7
    private static let gramStep = 5.0
    private static let glassMl = 250
    private static let glasses = 5...9
    private static let secondsPerDay: UInt64 = 86_400
    private static let nanosecondsPerSecond: UInt64 = 1_000_000_000
    private static let notes = [
        "Slept well, full of energy.", "Dinner with friends.", "A long day at work, lunch was late.",
        "First run in the park this week.", "Tried a new recipe; it was good.",
    ]

    package let date: PlainDate
    package private(set) var entries: [DiaryEntriesPut] = []
    package private(set) var water: [DiaryWaterAdd] = []
    package private(set) var measurements: [ProfileMeasurementsPut] = []
    package private(set) var note: String?
    package let isComplete: Bool

    /// Plans a day.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - foods: The foods of each text of the person's meals.
    ///   - today: The person's present day, of which only the morning is logged.
    ///   - age: Days before today.
    ///   - targetKcal: The target of the day.
    package init(of person: DemoPerson, _ foods: [String: [DemoFood]], today: PlainDate, age: Int, targetKcal: Int) {
        date = today.advanced(by: -age)
        var random = SeededGenerator(seed: person.seed &* 1_000_003 &+ date.dayNumber)
        // Yesterday is complete, so that streaks are not over.
        let hasGap = age > 1 && (date.dayNumber + person.seed).isMultiple(of: Self.gapEvery)
        isComplete = age > 0 && !hasGap
        var meals = person.meals.map { meal, texts in
            (meal: meal, foods: foods[texts[Int.random(in: texts.indices, using: &random)]] ?? [])
        }
        let planned = meals.flatMap(\.foods).reduce(0) { $0 + $1.grams * $1.kcal / 100 }
        let wanted = Double(targetKcal) * Double.random(in: Self.eatenShares, using: &random)
        let factor = planned > 0 ? min(max(wanted / planned, Self.factors.lowerBound), Self.factors.upperBound) : 1
        if age == 0 { meals.removeAll { $0.meal != .breakfast } }
        if hasGap { meals.removeAll { $0.meal == .dinner } }
        var ids = IDs(person, date)
        entries = meals.flatMap { meal, foods in
            foods.map { food in
                let grams = max(Self.gramStep, (food.grams * factor / Self.gramStep).rounded() * Self.gramStep)
                return DiaryEntriesPut(
                    id: EntryID(ids.next()),
                    date: .date(date),
                    meal: meal,
                    // Yesterday's evening may lie ahead in UTC.
                    at: age > 1 ? Self.time(of: meal, date) : nil,
                    amount: EntryAmount(foodId: food.id, grams: grams)
                )
            }
        }
        let glasses = age > 0 ? Int.random(in: Self.glasses, using: &random) : 1
        water = (0..<glasses).map { _ in
            DiaryWaterAdd(date: .date(date), id: WaterAdditionID(ids.next()), ml: Self.glassMl)
        }
        measurements = Self.measurements(of: person, date, age, &random, &ids)
        if age > 0, (date.dayNumber + person.seed).isMultiple(of: Self.noteEvery) {
            note = Self.notes[Int.random(in: Self.notes.indices, using: &random)]
        }
    }

    private static func measurements(
        of person: DemoPerson,
        _ date: PlainDate,
        _ age: Int,
        _ random: inout SeededGenerator,
        _ ids: inout IDs
    ) -> [ProfileMeasurementsPut] {
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        let trend = person.weightKg - person.weeklyChangeKg * Double(age) / 7
        var values: [(MeasurementKind, Double)] = [
            (.weight, rounded(trend + (age > 0 ? Double.random(in: -0.4...0.4, using: &random) : 0)))
        ]
        // The rest of today is not known in the morning.
        if age > 0 {
            values.append((.steps, Double(Int.random(in: 4_000...12_500, using: &random))))
            values.append((.sleep, Double(Int.random(in: 360...510, using: &random))))
            if person.trainingDays.contains(date.weekday) {
                values.append((.activeEnergy, Double(Int.random(in: 18...42, using: &random) * 10)))
            }
        }
        return values.map { kind, value in
            ProfileMeasurementsPut(
                id: MeasurementID(ids.next()),
                kind: kind,
                value: value,
                at: age > 0 ? "\(date)T09:00:00Z" : nil
            )
        }
    }

    private static func time(of meal: Meal, _ date: PlainDate) -> String {
        let time =
            switch meal {
            case .breakfast: "07:30"
            case .lunch: "12:15"
            case .dinner: "18:45"
            case .snack: "16:00"
            }
        return "\(date)T\(time):00Z"
    }

    /// The ids of a day, in the order in which they are asked for.
    struct IDs {
        private let startNs: UInt64
        private var index: UInt64 = 0
        private var random: SeededGenerator

        init(_ person: DemoPerson, _ date: PlainDate) {
            startNs = UInt64(max(0, date.dayNumber)) * secondsPerDay * nanosecondsPerSecond
            // Apart from the choices, so that another choice does not give the id of one entry to another.
            random = SeededGenerator(seed: ~(person.seed &* 1_000_003 &+ date.dayNumber))
        }

        mutating func next() -> UUIDv7 {
            index += 1
            return UUIDv7.make(nanosecondsSince1970: startNs + index, random: random.next())
        }
    }
}
