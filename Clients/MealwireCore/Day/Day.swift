/// One day of the diary: its entries by meal, sums, what remains, and the last removal, which can be undone.
public enum Day: Reducer {
    /// How long a removal can be undone at least.
    ///
    /// Later the next action of the user ends it, so that a distracted user can still undo it.
    public static let undoMin: Milliseconds = 8_000

    /// Changes the state as an action demands.
    public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .show(let show):
            state.endUndo(show.now)
            state = State(date: show.date, undo: state.undo)
            return [.load(Load(date: show.date))]
        case .loaded(let contents):
            guard contents.date == state.date else { return [] }
            state.contents = contents
            state.sums = DaySums(contents)
            return []
        case .remove(let removal):
            state.endUndo(removal.now)
            guard let entry = state.contents?.entries.first(where: { $0.id == removal.id }) else { return [] }
            state.undo = Undo(entry: entry, removedAt: removal.now)
            return [.remove(EntryReference(id: removal.id))]
        case .undo:
            guard let undo = state.undo else { return [] }
            state.undo = nil
            return [.restore(Restoration(entry: undo.entry))]
        case .drink(let drink):
            state.endUndo(drink.now)
            guard let date = state.date else { return [] }
            return [.drink(Water(date: date, ml: drink.ml))]
        }
    }

    /// What is known of the shown day.
    public struct State: Codable, Equatable, Sendable {
        /// The shown day, as `YYYY-MM-DD`; nil at first.
        public internal(set) var date: String?
        /// What the day contains; nil until it is loaded.
        public internal(set) var contents: DayContents?
        /// The sums of the contents.
        public internal(set) var sums: DaySums?
        /// The removal that can be undone.
        public internal(set) var undo: Undo?

        /// Creates a state without a day.
        public init() {}

        init(date: String, undo: Undo?) {
            self.date = date
            self.undo = undo
        }

        mutating func endUndo(_ now: Milliseconds) {
            if let undo, now - undo.removedAt >= Day.undoMin { self.undo = nil }
        }
    }

    /// A removal that can be undone.
    public struct Undo: Codable, Equatable, Sendable {
        /// The removed entry.
        public var entry: DiarySync.ShownEntry
        /// When it was removed.
        public var removedAt: Milliseconds

        /// Creates a value with these fields.
        public init(entry: DiarySync.ShownEntry, removedAt: Milliseconds) {
            self.entry = entry
            self.removedAt = removedAt
        }
    }
}

/// What a day contains.
public struct DayContents: Codable, Equatable, Sendable {
    /// The day, as `YYYY-MM-DD`.
    public var date: String
    /// The entries in the order of ``DiarySync/State/shownEntries(on:)``.
    public var entries: [DiarySync.ShownEntry]
    /// The water in millilitres.
    public var waterMl: Int
    /// The energy of exercise, which is shown and never added to what remains.
    public var exerciseKcal: Double?
    /// The target in force on the day.
    public var target: DayTarget?

    /// Creates contents.
    public init(
        date: String,
        entries: [DiarySync.ShownEntry],
        waterMl: Int,
        exerciseKcal: Double? = nil,
        target: DayTarget? = nil
    ) {
        self.date = date
        self.entries = entries
        self.waterMl = waterMl
        self.exerciseKcal = exerciseKcal
        self.target = target
    }
}

/// A target in force on a day.
public struct DayTarget: Codable, Equatable, Sendable {
    /// Energy in kcal.
    public var dailyKcal: Int
    /// Protein in grams.
    public var proteinG: Double
    /// Fat in grams.
    public var fatG: Double
    /// Carbohydrate in grams.
    public var carbohydrateG: Double

    /// Creates a target.
    public init(dailyKcal: Int, proteinG: Double, fatG: Double, carbohydrateG: Double) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// The sums of a day, as the server computes them.
public struct DaySums: Codable, Equatable, Sendable {
    /// The sum of one meal.
    public struct MealSum: Codable, Equatable, Sendable {
        /// The meal.
        public var meal: Meal
        /// The ids of its entries, in order.
        public var entries: [String]
        /// The sum of its entries.
        public var totals: Nutrients
    }

    /// All four meals, in the order of the day.
    public var meals: [MealSum]
    /// The sum of all entries.
    public var totals: Nutrients
    /// Names of nutrients that some entry lacks, so that their sums are too low.
    public var incomplete: [String]
    /// The target minus the totals, negative above the target; nil without a target.
    ///
    /// Only energy, protein, fat and carbohydrate have targets. An unknown total gives an unknown remainder.
    public var remaining: Nutrients?

    /// Adds up a day.
    public init(_ contents: DayContents) {
        meals = Meal.allCases.map { meal in
            let entries = contents.entries.filter { $0.content.meal == meal }
            return MealSum(
                meal: meal,
                entries: entries.map(\.id),
                totals: .sum(of: entries.map(\.shownNutrients))
            )
        }
        let amounts = contents.entries.map(\.shownNutrients)
        let totals = Nutrients.sum(of: amounts)
        self.totals = totals
        incomplete = Nutrients.incomplete(in: amounts)
        remaining = contents.target.map { target in
            Nutrients(
                kcal: Double(target.dailyKcal) - totals.kcal,
                proteinG: totals.proteinG.map { target.proteinG - $0 },
                fatG: totals.fatG.map { target.fatG - $0 },
                carbohydrateG: totals.carbohydrateG.map { target.carbohydrateG - $0 }
            ).inHundredths
        }
    }
}

extension DiarySync.ShownEntry {
    /// The amounts that count: those of energy without a food are its content.
    var shownNutrients: Nutrients { content.energy ?? preview.nutrients }
}
