import MealwireCore
import Testing

struct QuestionnaireTests {
    private static func answer(_ question: Questionnaire.Question, _ texts: [String], mass: InputUnit = .kilograms)
        -> Questionnaire.State
    {
        var state = Questionnaire.State(today: "2026-11-23")
        state.progress.question = question
        _ = Questionnaire.reduce(&state, .units(.init(mass: mass, length: .centimetres)))
        _ = Questionnaire.reduce(&state, .typed(.init(question: question, texts: texts)))
        _ = Questionnaire.reduce(&state, .next)
        return state
    }

    @Test(arguments: ["175", "1.75", "1,75"])
    func `a height in metres means centimetres`(text: String) {
        let state = Self.answer(.height, [text])
        #expect(state.progress.answers.heightCm == 175)
        #expect(state.progress.question == .weight)
    }

    @Test func `a height with two readings takes the one that a person can have`() {
        #expect(Self.answer(.height, ["1,755"]).progress.answers.heightCm == 175.5)
    }

    @Test func `a weight that no adult has is out of range`() {
        let state = Self.answer(.weight, ["7"])
        #expect(state.problem == .outOfRange(.init(min: 20, max: 635)))
        #expect(state.progress.question == .weight)
        #expect(state.progress.answers.weightKg == nil)
    }

    @Test func `a weight in pounds is stored in kilograms`() {
        #expect(Self.answer(.weight, ["165"], mass: .pounds).progress.answers.weightKg == 74.84)
        #expect(Self.answer(.weight, ["11", "11"], mass: .stones).progress.answers.weightKg == 74.84)
    }

    @Test(arguments: [
        (["2000", "2", "29"], "2000-02-29"), (["1900", "2", "29"], nil), (["1990", "13", "1"], nil),
        (["2013", "11", "24"], nil), (["2013", "11", "23"], "2013-11-23"), (["1990", "", "1"], nil),
    ])
    func `a birth date is a day that gives an allowed age`(texts: [String], date: String?) {
        let state = Self.answer(.birthDate, texts)
        #expect(state.progress.answers.birthDate == date)
        #expect((state.problem == nil) == (date != nil))
    }

    @Test func `an answer is missing before anything is typed`() {
        var state = Questionnaire.State(today: "2026-11-23")
        for question in Questionnaire.Question.allCases {
            state.progress.question = question
            _ = Questionnaire.reduce(&state, .next)
            #expect(state.problem == .missing, "\(question)")
        }
    }

    @Test func `the goal weight is not asked if the weight is to stay`() {
        var state = Questionnaire.State(today: "2026-11-23")
        state.progress.question = .goal
        _ = Questionnaire.reduce(&state, .chose(.init(question: .goal, value: "keep")))
        let effects = Questionnaire.reduce(&state, .next)
        #expect(state.isDone)
        #expect(effects.last == .submit(.init(answers: state.progress.answers)))
    }

    @Test func `unfinished answers are kept and opened again`() {
        let state = Self.answer(.height, ["180"])
        var opened = Questionnaire.State(today: "2026-11-24")
        let effects = Questionnaire.reduce(&opened, .opened(.init(today: "2026-11-24", progress: state.progress)))
        #expect(opened.progress == state.progress)
        #expect(opened.texts(of: .height) == ["180"])
        guard case .show(let position)? = effects.first else { return #expect(Bool(false)) }
        #expect((position.question, position.number, position.count) == (.weight, 4, 7))
    }

    @Test func `a changed unit shows the value converted and the first unit shows it as typed`() {
        var state = Self.answer(.height, ["180.00"])
        _ = Questionnaire.reduce(&state, .units(.init(mass: .pounds, length: .feet)))
        #expect(state.texts(of: .height) == ["5", "10.9"])
        _ = Questionnaire.reduce(&state, .units(.init(mass: .pounds, length: .centimetres)))
        #expect(state.texts(of: .height) == ["180.00"])
    }
}
