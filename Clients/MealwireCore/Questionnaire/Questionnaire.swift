/// The questions about a new user's body and goal: one at a time, with unfinished answers kept.
///
/// Answers are metric. What the user typed is kept beside them in its unit, so that it comes back as it was typed.
public enum Questionnaire: Reducer {
    /// Changes the state as an action demands.
    public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .opened(let opening):
            state = State(today: opening.today, progress: opening.progress ?? Progress())
            return [.show(Position(state))]
        case .typed(let typing):
            state.progress.typed[typing.question.rawValue] = Typed(
                texts: typing.texts,
                unit: state.unit(of: typing.question)
            )
            state.progress.answers.clear(typing.question)
            state.problem = nil
            return [.keep(Keeping(progress: state.progress))]
        case .chose(let choice):
            state.progress.answers.choose(choice)
            state.problem = nil
            return [.keep(Keeping(progress: state.progress))]
        case .units(let units):
            state.progress.mass = units.mass
            state.progress.length = units.length
            return [.keep(Keeping(progress: state.progress))]
        case .next: return state.goOn()
        case .back:
            state.problem = nil
            guard let index = state.questions.firstIndex(of: state.progress.question), index > 0 else { return [] }
            return state.show(state.questions[index - 1])
        }
    }

    /// The questions, what was answered, and what is wrong with the shown answer.
    public struct State: Codable, Equatable, Sendable {
        /// The user's day, from which the age follows.
        public internal(set) var today: String
        /// What is kept on the device until the last answer.
        public package(set) var progress: Progress
        /// What is wrong with the answer to the shown question, after the user wanted to go on.
        public internal(set) var problem: AnswerProblem?
        /// Whether the last question is answered.
        public internal(set) var isDone = false

        /// Creates a questionnaire without answers.
        public init(today: String) { self.init(today: today, progress: Progress()) }

        init(today: String, progress: Progress) {
            self.today = today
            self.progress = progress
        }

        /// The questions to ask: the goal weight only if the weight is to change.
        public var questions: [Question] {
            Question.allCases.filter { $0 != .goalWeight || progress.answers.goal != "keep" }
        }

        /// Returns the texts to show in a question's fields: as typed, or converted if the unit has changed since.
        public func texts(of question: Question) -> [String] {
            let typed = progress.typed[question.rawValue]
            if let typed, typed.unit == unit(of: question) { return typed.texts }
            guard let value = progress.answers.value(of: question) else { return typed?.texts ?? [] }
            return unit(of: question)?.texts(of: value) ?? []
        }

        /// Returns the unit of a question's fields; nil for questions without one.
        func unit(of question: Question) -> InputUnit? {
            switch question {
            case .weight, .goalWeight: progress.mass
            case .height: progress.length
            case .sex, .birthDate, .activity, .goal: nil
            }
        }
    }

    /// A question, in the order of asking.
    public enum Question: String, Codable, CaseIterable, Sendable {
        /// `male`, `female` or `other`.
        case sex
        /// Three fields: year, month, day.
        case birthDate
        /// One field, or two for feet and inches.
        case height
        /// One field, or two for stones and pounds.
        case weight
        /// An activity level of the profile.
        case activity
        /// `lose`, `keep` or `gain`.
        case goal
        /// As the weight.
        case goalWeight
    }

    /// What is kept on the device until the last answer.
    public struct Progress: Codable, Equatable, Sendable {
        /// The shown question.
        public package(set) var question: Question
        /// The texts that the user typed, by question.
        public internal(set) var typed: [String: Typed]
        /// The answers so far.
        public internal(set) var answers: Answers
        /// The unit of weights.
        public internal(set) var mass: InputUnit
        /// The unit of the height.
        public internal(set) var length: InputUnit

        /// Creates a progress without answers.
        public init(mass: InputUnit = .kilograms, length: InputUnit = .centimetres) {
            question = .sex
            typed = [:]
            answers = Answers()
            self.mass = mass
            self.length = length
        }
    }

    /// Texts of a question's fields, with the unit at that time.
    public struct Typed: Codable, Equatable, Sendable {
        /// The texts.
        public var texts: [String]
        /// The unit.
        public var unit: InputUnit?

        /// Creates a value with these fields.
        public init(texts: [String], unit: InputUnit? = nil) {
            self.texts = texts
            self.unit = unit
        }
    }

    /// Answers in the form of the profile, with metric units.
    public struct Answers: Codable, Equatable, Sendable {
        /// `male`, `female` or `other`.
        public internal(set) var sex: String?
        /// As `YYYY-MM-DD`.
        public internal(set) var birthDate: String?
        /// The height in centimetres.
        public internal(set) var heightCm: Double?
        /// The weight in kilograms.
        public internal(set) var weightKg: Double?
        /// The activity level.
        public internal(set) var activityLevel: String?
        /// `lose`, `keep` or `gain`.
        public internal(set) var goal: String?
        /// The wanted weight in kilograms.
        public internal(set) var goalWeightKg: Double?

        /// Creates answers without any.
        public init() {}
    }

    /// What is wrong with an answer.
    public enum AnswerProblem: Equatable, Sendable {
        /// There is none.
        case missing
        /// The text is no number.
        case notANumber
        /// The text can mean two numbers, of which the user chooses one.
        case ambiguous(Ambiguity)
        /// The value lies outside of the range, which is in the metric unit or in years of age.
        case outOfRange(Bounds)
        /// There is no such day.
        case notADate
    }

    /// Two readings of a number.
    public struct Ambiguity: Codable, Equatable, Sendable {
        /// Read with a decimal mark.
        public var smaller: Double
        /// Read with a thousands separator.
        public var larger: Double

        /// Creates a value with these fields.
        public init(smaller: Double, larger: Double) {
            self.smaller = smaller
            self.larger = larger
        }
    }

    /// A range.
    public struct Bounds: Codable, Equatable, Sendable {
        /// The smallest value.
        public var min: Double
        /// The largest value.
        public var max: Double

        /// Creates a value with these fields.
        public init(min: Double, max: Double) {
            self.min = min
            self.max = max
        }
    }
}

extension Questionnaire.State {
    /// Checks the shown answer, and shows the next question or ends.
    mutating func goOn() -> [Questionnaire.Effect] {
        let question = progress.question
        problem = progress.answers.take(progress.typed[question.rawValue], for: question, today: today)
        guard problem == nil, let index = questions.firstIndex(of: question) else { return [] }
        if index + 1 < questions.count { return show(questions[index + 1]) }
        isDone = true
        if progress.answers.goal == "keep" { progress.answers.goalWeightKg = nil }
        return [.keep(.init(progress: progress)), .submit(.init(answers: progress.answers))]
    }

    mutating func show(_ question: Questionnaire.Question) -> [Questionnaire.Effect] {
        progress.question = question
        isDone = false
        return [.keep(.init(progress: progress)), .show(.init(self))]
    }
}
