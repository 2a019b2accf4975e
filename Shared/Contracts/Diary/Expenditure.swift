/// What the caller spends a day, estimated from what they logged and weighed over the last four weeks.
///
/// Nothing is applied by itself: an offer becomes a target when its owner sets it.
package struct DiaryExpenditure: Contract {
    package typealias Reply = EstimatedExpenditure

    package static let method = Method("diary.expenditure", of: .diary, .read, .user)

    package init() {}
}

/// An estimate of somebody's total daily energy expenditure, in kcal.
package struct EstimatedExpenditure: Codable, Sendable, Equatable {
    /// Why there is no estimate.
    package enum ReasonCode: String, Codable, Sendable, CaseIterable {
        /// `have` of at least `need` days are logged.
        case tooFewDays
        /// The first and the last weight are `have` of at least `need` days apart.
        case weightsTooClose
        /// Nobody was weighed.
        case noWeights
    }

    /// One reason with its numbers.
    package struct Reason: Codable, Sendable, Equatable {
        package var code: ReasonCode
        package var params: [String: String]

        package init(_ code: ReasonCode, params: [String: String] = [:]) {
            self.code = code
            self.params = params
        }
    }

    /// A target that the estimate leads to, for who wants it.
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

    /// Null, as the next two, unless the data are enough.
    @Nullable package var kcal: Int?
    /// The range in which the expenditure lies, 19 times of 20.
    @Nullable package var low: Int?
    @Nullable package var high: Int?
    /// Logged days that count.
    package var days: Int
    /// Days with a weight.
    package var weights: Int
    /// The first and the last of the days that were looked at.
    package var from: PlainDate
    package var to: PlainDate
    package var enough: Bool
    /// Why the data are not enough.
    package var reasons: [Reason]
    /// Whether the data say what no body does, so that the estimate was cut to what is possible.
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
