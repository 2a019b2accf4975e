import Foundation

/// The form of an answer of this version, for comparison with a recorded one.
struct AnswerForm {
    private static let absent = "absent"
    /// Types that say nothing about the values that a field has otherwise.
    private static let empty: Set = ["null", absent]

    private let answer: HTTPClient.Answer
    private let mediaType: String?
    private let content: JSONTree?

    init(_ answer: HTTPClient.Answer) throws {
        self.answer = answer
        mediaType = answer.header("Content-Type")?.split(separator: ";").first
            .map { $0.trimmingCharacters(in: .whitespaces) }
        content = mediaType?.contains("json") == true && !answer.body.isEmpty ? try answer.decode() : nil
    }

    /// Returns what a client of the earlier release would miss, as sentences; none if the answer suffices.
    ///
    /// More headers, fields, parameters and errors are allowed.
    func differences(from recorded: RecordedAnswer) -> [String] {
        guard answer.status == recorded.status else {
            let text = String(decoding: answer.body.prefix(Self.textBytesMax), as: UTF8.self)
            return ["The status was \(recorded.status) and is \(answer.status): \(text)"]
        }
        var differences: [String] = []
        if let before = recorded.mediaType, before != mediaType {
            differences.append("The media type was \(before) and is \(mediaType ?? "missing").")
        }
        for header in recorded.headers ?? [] where answer.header(header) == nil {
            differences.append("The header \(header) is missing.")
        }
        return differences + differencesOfProblem(from: recorded) + differencesOfFields(from: recorded)
    }

    /// Enough for a problem document.
    private static let textBytesMax = 500

    private func differencesOfProblem(from recorded: RecordedAnswer) -> [String] {
        guard let before = recorded.code else { return [] }
        guard case .object(let problem)? = content, case .text(let code)? = problem["code"] else {
            return ["The problem \(before) has no code."]
        }
        var differences = code == before ? [] : ["The code was \(before) and is \(code)."]
        for name in recorded.params ?? [] where content?.value(at: "params.\(name)") == nil {
            differences.append("The parameter \(name) of the problem is missing.")
        }
        let errors = errors(in: problem)
        for error in recorded.errors ?? [] where !errors.contains(error) {
            differences.append("The error \(error) is missing; there are: \(errors.joined(separator: ", ")).")
        }
        return differences
    }

    /// Returns fields and codes of a problem's errors.
    private func errors(in problem: [String: JSONTree]) -> [String] {
        guard case .list(let errors)? = problem["errors"] else { return [] }
        return errors.compactMap { error in
            guard case .text(let field)? = error.value(at: "field"), case .text(let code)? = error.value(at: "code")
            else { return nil }
            return "\(field) \(code)"
        }
    }

    private func differencesOfFields(from recorded: RecordedAnswer) -> [String] {
        let now = content.map(Self.types) ?? [:]
        return (recorded.fields ?? [:]).sorted { $0.key < $1.key }.compactMap { name, text in
            let before = Set(text.split(separator: "|").map(String.init))
            guard let types = now[name] else {
                // An app that has seen the field absent can bear it.
                return before.contains(Self.absent) ? nil : "The field \(name) is missing; it was \(text)."
            }
            // A field that was always null says nothing about its type.
            guard !before.isSubset(of: Self.empty), !types.isSubset(of: before) else { return nil }
            return "The field \(name) was \(text) and is \(types.sorted().joined(separator: "|"))."
        }
    }

    /// Returns the JSON types by field, as ``RecordedAnswer/fields`` has them.
    private static func types(of root: JSONTree) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        collect([root], "", &found)
        return found
    }

    /// Adds the types of values of one field, and of all that they contain.
    private static func collect(_ values: [JSONTree], _ name: String, _ found: inout [String: Set<String>]) {
        found[name, default: []].formUnion(values.map(\.type))
        let items = values.flatMap { value -> [JSONTree] in if case .list(let items) = value { items } else { [] } }
        if !items.isEmpty { collect(items, "\(name)[]", &found) }
        let objects = values.compactMap { value -> [String: JSONTree]? in
            if case .object(let members) = value { members } else { nil }
        }
        for key in Set(objects.flatMap(\.keys)) {
            let inner = name.isEmpty ? key : "\(name).\(key)"
            let present = objects.compactMap { $0[key] }
            collect(present, inner, &found)
            if present.count < objects.count { found[inner, default: []].insert(absent) }
        }
    }
}

extension JSONTree {
    /// The name of the JSON type.
    fileprivate var type: String {
        switch self {
        case .null: "null"
        case .flag: "boolean"
        case .number: "number"
        case .text: "string"
        case .list: "array"
        case .object: "object"
        }
    }
}
