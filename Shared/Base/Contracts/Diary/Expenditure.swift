public import Calendar
public import JSONCoding

/// Estimates the caller's daily expenditure from their entries and weights of the last four weeks.
///
/// Nothing is applied automatically: an offer becomes a target only if the user sets it.
public struct DiaryExpenditure: Contract {
    public typealias Reply = EstimatedExpenditure

    public static let method = Method("diary.expenditure", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/expenditure",
        "Estimates the caller's daily expenditure from entries and weights of the last four weeks.",
        scope: .diaryRead
    )

    public init() {}
}

/// An estimate of a person's total daily energy expenditure, in kcal.
public struct EstimatedExpenditure: Codable, Sendable, Equatable {
    /// The reason why there is no estimate.
    public enum ReasonCode: String, Codable, Sendable, CaseIterable {
        /// `have` of at least `need` days are logged.
        case tooFewDays
        /// The first and the last weight are `have` of at least `need` days apart.
        case weightsTooClose
        /// There are no weights.
        case noWeights
    }

    /// A reason with its numbers.
    public struct Reason: Codable, Sendable, Equatable {
        public var code: ReasonCode
        public var params: [String: String]

        public init(_ code: ReasonCode, params: [String: String] = [:]) {
            self.code = code
            self.params = params
        }
    }

    /// A target based on the estimate.
    public struct Offer: Codable, Sendable, Equatable {
        public var dailyKcal: Int
        public var macros: Macros
        public var warnings: [CalculationWarning]

        public init(dailyKcal: Int, macros: Macros, warnings: [CalculationWarning]) {
            self.dailyKcal = dailyKcal
            self.macros = macros
            self.warnings = warnings
        }
    }

    /// Null, like the next two, if the data are insufficient.
    @Nullable public var kcal: Int?
    /// The 95 % range of the expenditure.
    @Nullable public var low: Int?
    @Nullable public var high: Int?
    /// Logged days that count.
    public var days: Int
    /// The mean intake of these days in kcal, for a projection of the weight.
    ///
    /// Absent if the days are too few, or if no projection accepts the value.
    public var intakeKcal: Int?
    /// Days with a weight.
    public var weights: Int
    /// The first and the last day of the period.
    public var from: PlainDate
    public var to: PlainDate
    public var enough: Bool
    /// The reasons why the data are insufficient.
    public var reasons: [Reason]
    /// Whether the data imply an impossible expenditure, so that the estimate was limited to the possible range.
    public var bounded: Bool
    @Nullable public var offer: Offer?

    public init(from: PlainDate, to: PlainDate, days: Int, weights: Int, reasons: [Reason]) {
        self.kcal = nil
        self.low = nil
        self.high = nil
        self.days = days
        self.weights = weights
        self.from = from
        self.to = to
        enough = reasons.isEmpty
        self.reasons = reasons
        bounded = false
        self.offer = nil
    }
}

extension API {
    /// The contracts of this file.
    static let expenditure: [any Contract.Type] = [DiaryExpenditure.self]
}
