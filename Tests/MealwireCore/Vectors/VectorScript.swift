import Foundation
import MealwireCore

/// A reducer's state, actions and effects in the order of a scenario, as a file for other implementations.
struct VectorScript<Part: Reducer & SendableMetatype> {
    /// One action, with what it leads to.
    struct Step: Codable, Equatable {
        let action: Part.Action
        let state: Part.State
        let effects: [Part.Effect]
    }

    /// What a file contains.
    struct File: Codable, Equatable {
        let reducer: String
        let title: String
        let state: Part.State
        let steps: [Step]
    }

    private(set) var state: Part.State
    private let first: Part.State
    private var steps: [Step] = []

    init(_ state: Part.State) {
        self.state = state
        first = state
    }

    /// Gives the reducer an action.
    @discardableResult mutating func act(_ action: Part.Action) -> [Part.Effect] {
        let effects = Part.reduce(&state, action)
        steps.append(Step(action: action, state: state, effects: effects))
        return effects
    }

    func file(titled title: String) -> VectorFile {
        VectorFile(
            file: File(reducer: "\(Part.self)", title: title, state: first, steps: steps),
            title: title,
            Part.self
        )
    }
}

/// A file of vectors: its name and its text.
struct VectorFile: Sendable {
    /// The path below `Tests/Vectors`.
    let path: String
    let text: String
    /// Returns whether the reducer leads from each state in a text to the next one.
    let replays: @Sendable (String) throws -> Bool

    init<Part: Reducer & SendableMetatype>(file: VectorScript<Part>.File, title: String, _: Part.Type) {
        let name = title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        path = "\(Part.self)/\(String(name)).json"
        text = Self.text(of: file)
        replays = { text in
            let read = try JSONDecoder().decode(VectorScript<Part>.File.self, from: Data(text.utf8))
            guard Self.text(of: read) == text else { return false }
            var state = read.state
            for step in read.steps {
                guard Part.reduce(&state, step.action) == step.effects, state == step.state else { return false }
                state = step.state
            }
            return true
        }
    }

    /// Returns a file's text: one line for each action, state and list of effects, so that differences are short.
    private static func text<Part: Reducer & SendableMetatype>(of file: VectorScript<Part>.File) -> String {
        let steps = file.steps.map { step in
            "{\"action\": \(json(step.action)),\n \"state\": \(json(step.state)),\n \"effects\": \(json(step.effects))}"
        }
        return """
            {"reducer": \(json(file.reducer)),
            "title": \(json(file.title)),
            "state": \(json(file.state)),
            "steps": [
            \(steps.joined(separator: ",\n"))
            ]}

            """
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding fails for numbers that are not finite only, and no scenario has one.
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
