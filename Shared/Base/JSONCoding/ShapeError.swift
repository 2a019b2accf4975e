/// A mismatch between JSON and a type: missing, unknown and mistyped fields, by path.
package struct ShapeError: Error {
    /// One field that does not match.
    package struct Mismatch: Sendable, Equatable {
        /// The reason why a field does not match.
        package enum Reason: Sendable {
            case missing, unknown, wrongType, wrongFormat
        }

        /// The path of the field, such as `portions[2].grams`; `the body` for the whole text.
        package let path: String
        package let reason: Reason
        /// A sentence for people.
        package let message: String
        /// For a wrong type, the expected one in words.
        package let expected: String?

        init(_ path: String, _ reason: Reason, _ message: String, expected: String? = nil) {
            self.path = path
            self.reason = reason
            self.message = message
            self.expected = expected
        }
    }

    package private(set) var mismatches: [Mismatch] = []
    /// The parser's message if the bytes are not JSON; then there are no mismatches.
    package private(set) var notJSON: String?

    init() {}

    /// Converts an error of a decoder.
    package init(_ error: any Error) {
        switch error {
        case let shape as ShapeError: self = shape
        case DecodingError.keyNotFound(let key, let context):
            let path = Self.path(context.codingPath + [key])
            mismatches = [Mismatch(path, .missing, "\(path) is missing.")]
        case DecodingError.valueNotFound(_, let context):
            let path = Self.path(context.codingPath)
            mismatches = [Mismatch(path, .missing, "\(path) must not be null.")]
        case DecodingError.typeMismatch(let type, let context):
            let path = Self.path(context.codingPath)
            let expected = Self.name(of: type)
            mismatches = [Mismatch(path, .wrongType, "\(path) must be \(expected).", expected: expected)]
        case DecodingError.dataCorrupted(let context):
            add(corrupted: context)
        default:
            notJSON = "\(error)"
        }
    }

    mutating func add(unknown names: Set<String>, at path: [any CodingKey]) {
        for name in names.sorted() {
            let path = Self.path(path + [AnyKey(stringValue: name)].compactMap(\.self))
            mismatches.append(Mismatch(path, .unknown, "\(path) is not a known field."))
        }
    }

    private mutating func add(corrupted context: DecodingError.Context) {
        guard !context.codingPath.isEmpty else {
            notJSON = context.debugDescription
            return
        }
        let path = Self.path(context.codingPath)
        mismatches = [Mismatch(path, .wrongFormat, "\(path) must be \(Self.expectation(context)).")]
    }

    /// The expected value in words: Mealwire's types supply it, and Foundation's descriptions are replaced.
    private static func expectation(_ context: DecodingError.Context) -> String {
        let text = context.debugDescription
        if text.hasPrefix("Cannot initialize") { return "one of the allowed values" }
        if text.contains("Number") || text.contains("number") { return "a number within range" }
        return text
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "the body" : text
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is any Collection.Type where "\(type)".hasPrefix("Array"): "a list"
        default: "an object"
        }
    }
}
