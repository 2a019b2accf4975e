/// Rules about the value of a field; a field without a value passes.
///
/// In messages, `{field}` stands for the name of the field.
extension Rule {
    /// Requires a finite number within a range.
    package static func range<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Field.RuleValue>
    ) -> Rule where Field.RuleValue: RuleNumber {
        let bounds = range.lowerBound.asDouble...range.upperBound.asDouble
        return field(path, [("", .range(bounds))]) { $2.require($0, in: range, $1) }
    }

    /// Requires a number that is not less than a bound.
    package static func minimum<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ least: Field.RuleValue
    ) -> Rule where Field.RuleValue: RuleNumber {
        field(path, [("", .range(least.asDouble...Double.infinity))]) { number, name, checker in
            guard number < least else { return }
            let text = least.ruleText
            checker.reject(name, .outOfRange, "{field} must be \(text) or more.", ["min": text])
        }
    }

    /// Requires a text with a number of Unicode scalars.
    package static func length<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Int>
    ) -> Rule where Field.RuleValue == String {
        field(path, [("", .length(range))]) { $2.require($0, length: range, $1) }
    }

    /// Requires a text with a number of Unicode scalars without surrounding white space, as it is stored.
    package static func trimmedLength<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Int>
    ) -> Rule where Field.RuleValue == String {
        // A pattern for the minimum, because JSON Schema counts white space too.
        let visible = TextPattern.visible
        let inner = range.lowerBound > 1 ? "[\\s\\S]{\(range.lowerBound - 2),}\(visible)" : ""
        return field(path, [("", .length(range)), ("", .pattern(visible + inner))]) {
            $2.require($0.trimmingWhiteSpace, length: range, $1)
        }
    }

    /// Requires a text with at most so many bytes in UTF-8: a character can have any number of bytes.
    package static func bytes<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ max: Int
    ) -> Rule where Field.RuleValue == String {
        field(path, [("", .bytes(max))]) { $2.require($0, bytesMax: max, $1) }
    }

    /// Requires a list, or an object with arbitrary keys, with a number of items.
    package static func items<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Int>
    ) -> Rule where Field.RuleValue: Collection & Sendable {
        field(path, [("", .items(range))]) { $2.require($0.count, items: range, $1) }
    }

    /// Requires a list with a number of items, with an error of its own.
    package static func items<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Int>,
        _ code: FieldError.Code,
        _ message: String,
        _ params: [String: String] = [:]
    ) -> Rule where Field.RuleValue: Collection & Sendable {
        field(path, [("", .items(range))]) { list, name, checker in
            if !range.contains(list.count) { checker.reject(name, code, message, params) }
        }
    }

    /// Requires each text of a list to have a number of Unicode scalars; errors name the list.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - range: The length of each text.
    ///   - first: Number of texts that are checked; the rule for the number of items reports more.
    /// - Returns: The rule.
    package static func eachLength<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ range: ClosedRange<Int>,
        first: Int = .max
    ) -> Rule where Field.RuleValue == [String] {
        field(path, [("[]", .length(range))]) { list, name, checker in
            for text in list.prefix(first) { checker.require(text, length: range, name) }
        }
    }

    /// Requires a text of some form, which a regular expression of ECMA 262 describes in documents.
    package static func pattern<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ pattern: String,
        _ message: String,
        _ holds: @escaping @Sendable (String) -> Bool
    ) -> Rule where Field.RuleValue == String {
        custom(path, .wrongFormat, message, documentedAs: .pattern(pattern), holds)
    }

    /// Requires one of some texts.
    package static func oneOf<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ allowed: [String],
        _ message: String
    ) -> Rule where Field.RuleValue == String {
        let params = ["allowed": allowed.joined(separator: ", ")]
        return custom(path, .notAllowed, message, params, documentedAs: .oneOf(allowed)) { allowed.contains($0) }
    }

    /// Requires each text of a list to be one of some texts.
    package static func eachOneOf<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ allowed: [String],
        _ message: String
    ) -> Rule where Field.RuleValue == [String] {
        let params = ["allowed": allowed.joined(separator: ", ")]
        let known = Set(allowed)
        return field(path, [("[]", .oneOf(allowed))]) { list, name, checker in
            if !list.allSatisfy(known.contains) { checker.reject(name, .notAllowed, message, params) }
        }
    }

    /// Describes what a handler or another rule checks, and checks nothing itself.
    package static func documented<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ constraints: [SuffixedConstraint]
    ) -> Rule {
        field(path, constraints) { _, _, _ in }
    }

    /// Requires a condition of the field's value.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - code: The code of the error.
    ///   - message: The sentence of the error.
    ///   - params: The parameters of the error.
    ///   - constraint: What documents say instead of the sentence.
    ///   - holds: Whether the value is valid.
    /// - Returns: The rule.
    package static func custom<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ code: FieldError.Code,
        _ message: String,
        _ params: [String: String] = [:],
        documentedAs constraint: Constraint? = nil,
        _ holds: @escaping @Sendable (Field.RuleValue) -> Bool
    ) -> Rule {
        let documented = constraint ?? .sentence(message.replacing("{field}", with: "The value"))
        return field(path, [("", documented)]) { value, name, checker in
            if !holds(value) { checker.reject(name, code, message, params) }
        }
    }

    /// Requires a condition of several fields; the error names one of them.
    package static func relation<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ code: FieldError.Code,
        _ message: String,
        _ params: [String: String] = [:],
        documentedAs constraint: Constraint? = nil,
        _ holds: @escaping @Sendable (Value) -> Bool
    ) -> Rule {
        let documented = constraint ?? .sentence(message.replacing("{field}", with: "The field"))
        return whole(path, [documented]) { value, name, checker in
            if !holds(value) { checker.reject(name, code, message, params) }
        }
    }
}

/// Regular expressions of ECMA 262 for texts.
package enum TextPattern {
    /// A character that is no white space, of which ECMA 262 does not count U+0085.
    package static let visible = "[^\\s\\u0085]"
    /// A text without control characters, except white space around it.
    package static let oneLine = line(without: controls)
    /// ``oneLine`` without characters that only format.
    package static let oneVisibleLine = line(without: controls + formats)

    private static let controls = "\\u0000-\\u001F\\u007F-\\u009F"
    /// The general category Cf up to U+FFFF; few engines know `\p{Cf}` in a class.
    private static let formats =
        "\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u180E\\u200B-\\u200F"
        + "\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\uFFF9-\\uFFFB"

    private static func line(without excluded: String) -> String {
        "^[\\s\\u0085]*[^\(excluded)]*[\\s\\u0085]*$"
    }
}

/// Rules about cursors of lists.
extension Rule {
    /// Requires a cursor of a number and an id: `1773144000000-` and a UUID.
    package static func numberedCursor<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule
    where Field.RuleValue == String {
        let pattern = "^-?[0-9]+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        return .pattern(path, pattern, "{field} must be the nextCursor of a list.") { text in
            guard text.count > UUIDv7.textLength + 1,
                let id = UUIDv7(String(text.suffix(UUIDv7.textLength))),
                let number = Int(text.dropLast(UUIDv7.textLength + 1))
            else { return false }
            return "\(number)-\(id)" == text
        }
    }
}

extension String {
    /// The text without white space and line breaks at both ends.
    package var trimmingWhiteSpace: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
