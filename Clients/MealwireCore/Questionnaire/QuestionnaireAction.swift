extension Questionnaire {
    /// Something that happened.
    public enum Action: Equatable, Sendable {
        /// The questionnaire was opened, perhaps with what was kept.
        case opened(Opening)
        /// The user typed in a question's fields.
        case typed(Typing)
        /// The user chose an answer.
        case chose(Choice)
        /// The user chose units.
        case units(Units)
        /// The user wants to go on.
        case next
        /// The user wants to go back.
        case back
    }

    /// Something that the app must do.
    public enum Effect: Equatable, Sendable {
        /// Store the unfinished answers on the device.
        case keep(Keeping)
        /// Show a question, and move the focus to it.
        case show(Position)
        /// Send the answers, and forget what was kept.
        case submit(Submission)
    }

    /// The opening of the questionnaire.
    public struct Opening: Codable, Equatable, Sendable {
        /// The user's day, as `YYYY-MM-DD`.
        public var today: String
        /// What was kept; nil at the first time.
        public var progress: Progress?

        /// Creates an opening.
        public init(today: String, progress: Progress? = nil) {
            self.today = today
            self.progress = progress
        }
    }

    /// Texts that the user typed.
    public struct Typing: Codable, Equatable, Sendable {
        /// The question.
        public var question: Question
        /// The texts of its fields.
        public var texts: [String]

        /// Creates texts.
        public init(question: Question, texts: [String]) {
            self.question = question
            self.texts = texts
        }
    }

    /// An answer that the user chose.
    public struct Choice: Codable, Equatable, Sendable {
        /// The question.
        public var question: Question
        /// The answer, in the words of the profile.
        public var value: String

        /// Creates an answer.
        public init(question: Question, value: String) {
            self.question = question
            self.value = value
        }
    }

    /// Units that the user chose.
    public struct Units: Codable, Equatable, Sendable {
        /// The unit of weights.
        public var mass: InputUnit
        /// The unit of the height.
        public var length: InputUnit

        /// Creates units.
        public init(mass: InputUnit, length: InputUnit) {
            self.mass = mass
            self.length = length
        }
    }

    /// Unfinished answers.
    public struct Keeping: Codable, Equatable, Sendable {
        /// What to keep.
        public var progress: Progress

        /// Creates a value with these fields.
        public init(progress: Progress) { self.progress = progress }
    }

    /// A question with its place.
    public struct Position: Codable, Equatable, Sendable {
        /// The question.
        public var question: Question
        /// Its place, from 1.
        public var number: Int
        /// The number of questions.
        public var count: Int

        init(_ state: State) {
            question = state.progress.question
            number = (state.questions.firstIndex(of: question) ?? 0) + 1
            count = state.questions.count
        }
    }

    /// Finished answers.
    public struct Submission: Codable, Equatable, Sendable {
        /// The answers.
        public var answers: Answers

        /// Creates a value with these fields.
        public init(answers: Answers) { self.answers = answers }
    }
}

extension Questionnaire.Action: Codable {
    /// Reads an action from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "opened": self = .opened(try .init(from: decoder))
        case "typed": self = .typed(try .init(from: decoder))
        case "chose": self = .chose(try .init(from: decoder))
        case "units": self = .units(try .init(from: decoder))
        case "next": self = .next
        case "back": self = .back
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the action as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .opened(let payload): try encoder.encode(kind: "opened", payload)
        case .typed(let payload): try encoder.encode(kind: "typed", payload)
        case .chose(let payload): try encoder.encode(kind: "chose", payload)
        case .units(let payload): try encoder.encode(kind: "units", payload)
        case .next: try encoder.encode(kind: "next")
        case .back: try encoder.encode(kind: "back")
        }
    }
}

extension Questionnaire.Effect: Codable {
    /// Reads an effect from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "keep": self = .keep(try .init(from: decoder))
        case "show": self = .show(try .init(from: decoder))
        case "submit": self = .submit(try .init(from: decoder))
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the effect as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .keep(let payload): try encoder.encode(kind: "keep", payload)
        case .show(let payload): try encoder.encode(kind: "show", payload)
        case .submit(let payload): try encoder.encode(kind: "submit", payload)
        }
    }
}

extension Questionnaire.AnswerProblem: Codable {
    /// Reads a problem from an object with `kind`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.kind() {
        case "missing": self = .missing
        case "notANumber": self = .notANumber
        case "ambiguous": self = .ambiguous(try .init(from: decoder))
        case "outOfRange": self = .outOfRange(try .init(from: decoder))
        case "notADate": self = .notADate
        case let kind: throw decoder.unknownKind(kind, of: Self.self)
        }
    }

    /// Writes the problem as an object with `kind`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .missing: try encoder.encode(kind: "missing")
        case .notANumber: try encoder.encode(kind: "notANumber")
        case .ambiguous(let payload): try encoder.encode(kind: "ambiguous", payload)
        case .outOfRange(let payload): try encoder.encode(kind: "outOfRange", payload)
        case .notADate: try encoder.encode(kind: "notADate")
        }
    }
}
