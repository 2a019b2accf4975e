extension Questionnaire.Answers {
    /// The accepted values, as the server accepts them.
    private static let heightCm = 50.0...272.0
    private static let weightKg = 20.0...635.0
    private static let age = 13...120
    /// A smaller number in the field of centimetres is a height in metres: 1.75 means 175 cm.
    private static let metresMax = 3.0
    private static let centimetresPerMetre = 100.0

    /// Returns the number that answers a question; nil for other questions.
    func value(of question: Questionnaire.Question) -> Double? {
        switch question {
        case .height: heightCm
        case .weight: weightKg
        case .goalWeight: goalWeightKg
        case .sex, .birthDate, .activity, .goal: nil
        }
    }

    /// Forgets the answer to a question after its text has changed.
    mutating func clear(_ question: Questionnaire.Question) {
        switch question {
        case .height: heightCm = nil
        case .weight: weightKg = nil
        case .goalWeight: goalWeightKg = nil
        case .birthDate: birthDate = nil
        case .sex, .activity, .goal: break
        }
    }

    /// Sets the answer to a question with choices.
    mutating func choose(_ choice: Questionnaire.Choice) {
        switch choice.question {
        case .sex: sex = choice.value
        case .activity: activityLevel = choice.value
        case .goal: goal = choice.value
        case .birthDate, .height, .weight, .goalWeight: break
        }
    }

    /// Reads the answer to a question from its texts.
    ///
    /// - Returns: What is wrong with it; nil if it is good.
    mutating func take(
        _ typed: Questionnaire.Typed?,
        for question: Questionnaire.Question,
        today: String
    ) -> Questionnaire.AnswerProblem? {
        switch question {
        case .sex: return sex == nil ? .missing : nil
        case .activity: return activityLevel == nil ? .missing : nil
        case .goal: return goal == nil ? .missing : nil
        case .birthDate: return takeBirthDate(typed?.texts ?? [], today: today)
        case .height: return take(typed, in: Self.heightCm, as: \.heightCm)
        case .weight: return take(typed, in: Self.weightKg, as: \.weightKg)
        case .goalWeight: return take(typed, in: Self.weightKg, as: \.goalWeightKg)
        }
    }

    private mutating func take(
        _ typed: Questionnaire.Typed?,
        in range: ClosedRange<Double>,
        as path: WritableKeyPath<Self, Double?>
    ) -> Questionnaire.AnswerProblem? {
        guard let typed, let unit = typed.unit, typed.texts.contains(where: { !$0.isEmpty }) else {
            return self[keyPath: path] == nil ? .missing : nil
        }
        var parts: [Double] = []
        for text in typed.texts {
            switch text.isEmpty ? .number(0) : NumberText.read(text) {
            case .number(let number): parts.append(number)
            case .invalid: return .notANumber
            case .ambiguous(let smaller, let larger):
                // Only one of both readings can be a height or a weight.
                let isSmaller = unit.metric(of: [smaller]).map { range.contains(Self.inCentimetres($0, unit)) } ?? false
                let isLarger = unit.metric(of: [larger]).map { range.contains($0) } ?? false
                if isSmaller == isLarger { return .ambiguous(.init(smaller: smaller, larger: larger)) }
                parts.append(isSmaller ? smaller : larger)
            }
        }
        guard let metric = unit.metric(of: parts) else { return .notANumber }
        let value = Self.inCentimetres(metric, unit)
        guard range.contains(value) else { return .outOfRange(.init(min: range.lowerBound, max: range.upperBound)) }
        self[keyPath: path] = value.inHundredths
        return nil
    }

    private static func inCentimetres(_ value: Double, _ unit: InputUnit) -> Double {
        unit == .centimetres && value < metresMax ? value * centimetresPerMetre : value
    }

    private mutating func takeBirthDate(_ texts: [String], today: String) -> Questionnaire.AnswerProblem? {
        guard texts.contains(where: { !$0.isEmpty }) else { return birthDate == nil ? .missing : nil }
        let numbers = texts.compactMap { text in
            if case .number(let number) = NumberText.read(text), let whole = Int(exactly: number) { whole } else { nil }
        }
        guard texts.count == 3, numbers.count == 3, let date = CalendarDate(numbers), let now = CalendarDate(today)
        else {
            return .notADate
        }
        guard Self.age.contains(date.fullYears(until: now)) else {
            return .outOfRange(.init(min: Double(Self.age.lowerBound), max: Double(Self.age.upperBound)))
        }
        birthDate = date.text
        return nil
    }
}

/// A day of the Gregorian calendar.
struct CalendarDate: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// Creates a day from year, month and day; nil if there is no such day.
    init?(_ parts: [Int]) {
        guard parts.count == 3, (1...9_999).contains(parts[0]), (1...12).contains(parts[1]) else { return nil }
        (year, month, day) = (parts[0], parts[1], parts[2])
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
    }

    /// Reads `YYYY-MM-DD`.
    init?(_ text: String) { self.init(text.split(separator: "-").compactMap { Int($0) }) }

    /// The day as `YYYY-MM-DD`.
    var text: String {
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// Returns the age on another day.
    func fullYears(until other: CalendarDate) -> Int {
        other.year - year - ((other.month, other.day) < (month, day) ? 1 : 0)
    }
}
