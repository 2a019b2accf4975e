package import Calendar
package import JSONCoding

/// Estimates the caller's daily expenditure from their entries and weights of the last four weeks.
///
/// Nothing is applied automatically: an offer becomes a target only if the user sets it.
package struct DiaryExpenditure: Contract {
    package typealias Reply = EstimatedExpenditure

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/diary/expenditure",
        "Estimates the caller's daily expenditure from entries and weights of the last four weeks.",
        scope: .diaryRead
    )

    package static let method = Method("diary.expenditure", of: .diary, .read, .user)

    package init() {}
}

/// An estimate of a person's total daily energy expenditure, in kcal.
package struct EstimatedExpenditure: Codable, Sendable, Equatable {
    /// The reason why there is no estimate.
    package enum ReasonCode: String, Codable, Sendable, CaseIterable {
        /// `have` of at least `need` days are logged.
        case tooFewDays
        /// The first and the last weight are `have` of at least `need` days apart.
        case weightsTooClose
        /// There are no weights.
        case noWeights
    }

    /// A reason with its numbers.
    package struct Reason: Codable, Sendable, Equatable {
        package var code: ReasonCode
        package var params: [String: String]

        package init(_ code: ReasonCode, params: [String: String] = [:]) {
            self.code = code
            self.params = params
        }
    }

    /// A target based on the estimate.
    package struct Offer: Codable, Sendable, Equatable {
        package var dailyKcal: Int
        package var macros: Macros
        package var warnings: [CalculationWarning]

        package init(dailyKcal: Int, macros: Macros, warnings: [CalculationWarning]) {
            self.dailyKcal = dailyKcal
            self.macros = macros
            self.warnings = warnings
        }
    }

    /// Null, like the next two, if the data are insufficient.
    @Nullable package var kcal: Int?
    /// The 95 % range of the expenditure.
    @Nullable package var low: Int?
    @Nullable package var high: Int?
    /// Logged days that count.
    package var days: Int
    /// Days with a weight.
    package var weights: Int
    /// The first and the last day of the period.
    package var from: PlainDate
    package var to: PlainDate
    package var enough: Bool
    /// The reasons why the data are insufficient.
    package var reasons: [Reason]
    /// Whether the data imply an impossible expenditure, so that the estimate was limited to the possible range.
    package var bounded: Bool
    @Nullable package var offer: Offer?

    package init(from: PlainDate, to: PlainDate, days: Int, weights: Int, reasons: [Reason]) {
        self._kcal = Nullable(wrappedValue: nil)
        self._low = Nullable(wrappedValue: nil)
        self._high = Nullable(wrappedValue: nil)
        self.days = days
        self.weights = weights
        self.from = from
        self.to = to
        enough = reasons.isEmpty
        self.reasons = reasons
        bounded = false
        self._offer = Nullable(wrappedValue: nil)
    }
}
