package import Calendar

/// Returns advice for the caller's goal on a day: codes with the numbers behind them; nothing medical.
package struct DiaryAdvice: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        package var items: [Advice]

        package init(items: [Advice]) {
            self.items = items
        }
    }

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/advice",
        "Returns advice for the caller's goal on a day, as codes with the numbers behind them.",
        scope: .diaryRead
    )

    package static let method = Method("diary.advice", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.day(\.date)]

    /// Today by default.
    package var date: DayReference?

    package init(date: DayReference? = nil) {
        self.date = date
    }
}

/// One piece of advice.
package struct Advice: Codable, Sendable, Equatable {
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// There are no entries on the last `days` days up to `date`.
        case nothingLogged
        /// Protein has been `meanG` on `days` logged days, below a target of `targetG`.
        case proteinLow
        /// Fibre has been `meanG` on `days` logged days; `recommendedG` is the EFSA's adequate intake for adults.
        case fiberLow
        /// Salt has been `meanG` on `days` logged days; `recommendedG` is the World Health Organization's maximum for
        /// adults.
        case saltHigh
        /// Energy has been above the target on `days` consecutive days, by `kcal` a day.
        case overTarget
        /// Energy has been `meanKcal` on `days` logged days, below the recommended minimum, `floorKcal`.
        case underFloor
        /// The smoothed weight has moved by `trendKg` in `days` days, against the goal.
        case weightAgainstGoal
    }

    /// The importance of a piece of advice.
    package enum Severity: String, Codable, Sendable, CaseIterable {
        case info
        case hint
        case important
    }

    package var code: Code
    package var params: [String: String]
    package var severity: Severity

    package init(_ code: Code, _ severity: Severity, params: [String: String]) {
        self.code = code
        self.params = params
        self.severity = severity
    }
}
