/// Sets a manual target for the caller, from today on, until it is set again or reset.
public struct ProfileTargetsSet: Contract {
    public typealias Reply = TargetPeriod

    public static let method = Method("profile.targets.set", of: .profile, .keyedWrite, .user).route(
        .post,
        "/v1/profile/targets",
        "Sets a manual target from today on.",
        scope: .profileWrite,
        errors: [.invalid, .notFound, .profileIncomplete]
    )

    public static let rules: Rules<Self> = [
        .dayTarget(kcal: \.dailyKcal, protein: \.proteinG, fat: \.fatG, carbohydrate: \.carbohydrateG),
        .field(\.weekdays, [("", .keyPattern(keyPattern))]) {
            weekdays,
            field,
            checker in
            for name in weekdays.keys.sorted() where Weekday(rawValue: name) == nil {
                checker.reject(
                    "\(field).\(name.prefix(RuleLimits.keyLengthMax))",
                    .unknown,
                    "{field} is not a day of the week: use monday to sunday."
                )
            }
        },
        .values(\.weekdays, RequestedTarget.rules),
    ]

    private static let keyPattern = "^(\(Weekday.allCases.map(\.rawValue).joined(separator: "|")))$"

    public var dailyKcal: Int
    public var proteinG: Double?
    public var fatG: Double?
    public var carbohydrateG: Double?
    /// Days of the week with another target, `monday` to `sunday`.
    public var weekdays: [String: RequestedTarget]?

    public init(
        dailyKcal: Int,
        proteinG: Double? = nil,
        fatG: Double? = nil,
        carbohydrateG: Double? = nil,
        weekdays: [String: RequestedTarget]? = nil
    ) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
        self.weekdays = weekdays
    }

    /// The target for days without one of their own.
    public var requestedTarget: RequestedTarget {
        RequestedTarget(dailyKcal: dailyKcal, proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}

/// A day's energy and, optionally, macronutrients; missing ones are computed.
public struct RequestedTarget: Codable, Sendable, Equatable {
    static let rules: Rules<Self> = [
        .dayTarget(kcal: \.dailyKcal, protein: \.proteinG, fat: \.fatG, carbohydrate: \.carbohydrateG)
    ]

    public var dailyKcal: Int
    public var proteinG: Double?
    public var fatG: Double?
    public var carbohydrateG: Double?

    public init(dailyKcal: Int, proteinG: Double? = nil, fatG: Double? = nil, carbohydrateG: Double? = nil) {
        self.dailyKcal = dailyKcal
        self.proteinG = proteinG
        self.fatG = fatG
        self.carbohydrateG = carbohydrateG
    }
}

/// Replaces a manual target with the computed one, from today on; returns the target then in force.
public struct ProfileTargetsReset: Contract {
    public typealias Reply = TargetPeriod

    public static let method = Method("profile.targets.reset", of: .profile, .keyedWrite, .user).route(
        .delete,
        "/v1/profile/targets",
        "Replaces a manual target with the computed one, from today on.",
        scope: .profileWrite,
        errors: [.conflict, .profileIncomplete]
    )

    public init() {}
}

/// The limits of manual targets.
public enum TargetLimits {
    /// Allowed energy in kcal a day: from a day of fasting to more than any user's expenditure.
    public static let dailyKcal = 500...10_000
    /// Allowed grams of one macronutrient a day.
    public static let macroG = 0.0...1_500.0
    /// Share by which the macronutrients' energy may exceed the target, since users round both.
    public static let macroToleranceShare = 0.1
}

extension Rule {
    /// Requires a day's energy and macronutrients within their ranges, and the energy to be enough for them.
    fileprivate static func dayTarget(
        kcal: Path<Int>,
        protein: Path<Double?>,
        fat: Path<Double?>,
        carbohydrate: Path<Double?>
    ) -> Rule {
        .all([
            .range(kcal, TargetLimits.dailyKcal),
            .range(protein, TargetLimits.macroG),
            .range(fat, TargetLimits.macroG),
            .range(carbohydrate, TargetLimits.macroG),
            .whole(kcal, [.sentence("At least nine tenths of the energy of protein, fat and carbohydrate.")]) {
                value,
                name,
                checker in
                let proteinKcal = (value[keyPath: protein] ?? 0) * EnergyFactor.kcalPerGramOfProtein
                let fatKcal = (value[keyPath: fat] ?? 0) * EnergyFactor.kcalPerGramOfFat
                let carbohydrateKcal = (value[keyPath: carbohydrate] ?? 0) * EnergyFactor.kcalPerGramOfCarbohydrate
                let macroKcal = proteinKcal + fatKcal + carbohydrateKcal
                let isEnough = macroKcal <= Double(value[keyPath: kcal]) * (1 + TargetLimits.macroToleranceShare)
                guard !isEnough else { return }
                // Bounded, because values that broke an earlier rule come here too, and they may not fit into an Int.
                let boundedKcal = Int(min(max(macroKcal, -1e9), 1e9).rounded())
                checker.reject(
                    name,
                    .mismatch,
                    "Protein, fat and carbohydrate have \(boundedKcal) kcal, more than {field}.",
                    ["macroKcal": "\(boundedKcal)"]
                )
            },
        ])
    }
}

extension API {
    /// The contracts of this file.
    static let targetMethods: [any Contract.Type] = [ProfileTargetsSet.self, ProfileTargetsReset.self]
}
