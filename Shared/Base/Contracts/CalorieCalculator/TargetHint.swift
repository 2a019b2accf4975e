/// A hint on how to reach a target, with its reason: one each on pace, protein and activity; nothing medical.
///
/// Energy is in kcal a day and weight in kg, unless a parameter says otherwise. `docs/reference/formulas.md` has the
/// sources.
public struct TargetHint: Codable, Sendable, Equatable {
    /// The meaning of a hint.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The target is `deficitKcal` under the expenditure, a loss of `kgPerWeek` at first, `percentPerWeek` of the
        /// weight.
        case paceOfLoss
        /// As ``paceOfLoss``, with more than `percentMax` of the weight a week.
        case paceOfFastLoss
        /// The goal is to lose, but the target has no deficit; `tdeeKcal` is the expenditure.
        case paceWithoutDeficit
        /// The target is the expenditure, `tdeeKcal`.
        case paceOfKeeping
        /// The target is `surplusKcal` over the expenditure, a gain of `kgPerWeek`, `percentPerWeek` of the weight.
        case paceOfGain
        /// As ``paceOfGain``, with more than `percentMax` of the weight a week.
        case paceOfFastGain
        /// The target has `proteinG`, `gPerKg` of the weight, at most of that at a BMI of 25; in a deficit it protects
        /// muscle. `meals` meals with `mealG` each make up the day.
        case proteinForLoss
        /// As ``proteinForLoss``, for a constant weight.
        case proteinForKeeping
        /// As ``proteinForLoss``, for muscle that grows.
        case proteinForGain
        /// The target has `proteinG`, `gPerKg`, clearly less than the recommended `recommendedG`.
        case proteinLow
        /// Brisk walking, from `minutesMin` to more than `minutesMax` a week; half an hour is `walkKcal`.
        case activityForLoss
        /// As ``activityForLoss``, from `minutesMin` to `minutesMax` a week.
        case activityForKeeping
        /// Strength training, `sessions` times a week.
        case activityForGain
        /// The target counts `activityKcal` for the chosen level of activity.
        case activityCounted
        /// `minutesPerDay` of activity, for users under 18 years.
        case activityUnder18
    }

    public var code: Code
    public var params: [String: String]
    /// One or two sentences with the parameters, in the requested language, or else in English.
    public var text: String

    public init(_ code: Code, params: [String: String], text: String) {
        self.code = code
        self.params = params
        self.text = text
    }

    private enum CodingKeys: CodingKey {
        case code
        case params
        case text
    }

    /// Writes the parameters in the order of their names, so that equal targets have equal bytes and entity tags.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(OrderedParameters(params: params), forKey: .params)
        try container.encode(text, forKey: .text)
    }

    private struct OrderedParameters: Encodable {
        let params: [String: String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: ParameterName.self)
            for (name, value) in params.sorted(by: { $0.key < $1.key }) {
                try container.encode(value, forKey: ParameterName(stringValue: name))
            }
        }
    }

    private struct ParameterName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The number of hints with each target.
    public static let count = 3
    /// The languages of ``text``.
    public static let languages = ["en", "uk", "th"]
    /// The length of a language tag, in characters.
    package static let languageLength = 2...35
}
