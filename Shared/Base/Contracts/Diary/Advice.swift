public import Calendar

/// Returns advice for the caller's goal on a day: codes with the numbers behind them; nothing medical.
public struct DiaryAdvice: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [Advice]

        public init(items: [Advice]) {
            self.items = items
        }
    }

    public static let method = Method("diary.advice", of: .diary, .read, .user).route(
        .get,
        "/v1/advice",
        "Returns advice for the caller's goal on a day, as codes with the numbers behind them.",
        scope: .diaryRead
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    /// Today by default.
    public var date: DayReference?

    public init(date: DayReference? = nil) {
        self.date = date
    }
}

/// One piece of advice.
public struct Advice: Codable, Sendable, Equatable {
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// There are no entries on the last `days` days up to `date`.
        case nothingLogged
        /// Protein has been `meanG` on `days` logged days, below a target of `targetG`.
        ///
        /// If the user logs a food that is rich in it: `food`, with the id `foodId`, would bring `bringsG` in the
        /// amount logged last, `foodGrams`.
        case proteinLow
        /// Fibre has been `meanG` on `days` logged days; `recommendedG` is the EFSA's adequate intake for adults.
        ///
        /// It names a food as ``proteinLow`` does.
        case fiberLow
        /// Salt has been `meanG` on `days` logged days; `recommendedG` is the World Health Organization's maximum for
        /// adults.
        case saltHigh
        /// Energy has been above the target on `days` consecutive days, by `kcal` a day.
        ///
        /// With one day, it is the day itself, above the target at all; with more, each is above 110 % of it.
        case overTarget
        /// Energy has been `meanKcal` on `days` logged days, below the recommended minimum, `floorKcal`.
        case underFloor
        /// The smoothed weight has moved by `trendKg` in `days` days, against the goal.
        case weightAgainstGoal
    }

    /// The importance of a piece of advice.
    public enum Severity: String, Codable, Sendable, CaseIterable {
        case info
        case hint
        case important
    }

    public var code: Code
    public var params: [String: String]
    public var severity: Severity

    public init(_ code: Code, _ severity: Severity, params: [String: String]) {
        self.code = code
        self.params = params
        self.severity = severity
    }
}

extension API {
    /// The contracts of this file.
    static let advice: [any Contract.Type] = [DiaryAdvice.self]
}
