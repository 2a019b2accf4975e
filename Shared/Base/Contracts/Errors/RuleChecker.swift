/// Collects all invalid values of a request, so that the caller can correct them at once.
package struct RuleChecker {
    package private(set) var errors: [FieldError] = []
    /// The list items and keyed values that the current rules are about, the outermost first.
    private var location: [Step] = []

    private enum Step {
        case item(String, Int)
        case key(String, String)
    }

    package init() {}

    /// Requires a value to be within a range, and a finite number.
    package mutating func require<Number: RuleNumber>(_ value: Number?, in range: ClosedRange<Number>, _ field: String)
    {
        guard let value, !range.contains(value) else { return }
        let (min, max) = (range.lowerBound.ruleText, range.upperBound.ruleText)
        reject(field, .outOfRange, "{field} must be from \(min) to \(max).", ["min": min, "max": max])
    }

    /// Requires a text to have a number of Unicode scalars, which are what JSON Schema counts.
    package mutating func require(_ text: String?, length range: ClosedRange<Int>, _ field: String) {
        guard let text, !text.hasLength(in: range) else { return }
        reject(
            field,
            text.unicodeScalars.count < range.lowerBound ? .tooShort : .tooLong,
            "{field} must have \(range.lowerBound) to \(range.upperBound) characters.",
            ["min": "\(range.lowerBound)", "max": "\(range.upperBound)"]
        )
    }

    /// Requires a text to have at most so many bytes in UTF-8.
    package mutating func require(_ text: String?, bytesMax: Int, _ field: String) {
        guard let text, text.utf8.count > bytesMax else { return }
        reject(field, .tooLong, "{field} may have \(bytesMax) bytes at most.", ["maxBytes": "\(bytesMax)"])
    }

    /// Requires a list to have a number of items.
    package mutating func require(_ count: Int, items range: ClosedRange<Int>, _ field: String) {
        guard !range.contains(count) else { return }
        let (min, max) = ("\(range.lowerBound)", "\(range.upperBound)")
        if range.lowerBound == 0 {
            reject(field, .tooLong, "{field} may have \(max) items at most.", ["max": max])
        } else {
            let code: FieldError.Code = count < range.lowerBound ? .tooShort : .tooLong
            reject(field, code, "{field} must have \(min) to \(max) items.", ["min": min, "max": max])
        }
    }

    /// Requires a condition; the message is only evaluated if it does not hold.
    package mutating func require(
        _ holds: Bool,
        _ field: String,
        _ code: FieldError.Code,
        _ message: @autoclosure () -> String,
        _ params: @autoclosure () -> [String: String] = [:]
    ) {
        // Not by `reject`: a message may quote the client's text.
        if !holds { errors.append(FieldError(path(to: field), code, message(), params: params())) }
    }

    /// Records an error.
    ///
    /// - Parameters:
    ///   - field: The name of the field within the current item.
    ///   - code: The reason.
    ///   - message: A sentence; `{field}` stands for the name of the field from the outermost object.
    ///   - params: The parameters of the sentence, for translations.
    package mutating func reject(
        _ field: String,
        _ code: FieldError.Code,
        _ message: String,
        _ params: [String: String] = [:]
    ) {
        let field = path(to: field)
        errors.append(FieldError(field, code, message.replacing("{field}", with: field), params: params))
    }

    /// Throws the collected errors.
    ///
    /// - Throws: `ServiceError` with `invalid`, if there are any.
    package func finish() throws(ServiceError) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}

/// The names of fields inside of lists and objects with arbitrary keys.
extension RuleChecker {
    /// Begins an item of a list: fields are named below it until ``leave()``.
    mutating func enter(_ list: String, item: Int) { location.append(.item(list, item)) }

    /// Begins a value of an object with arbitrary keys.
    mutating func enter(_ object: String, key: String) { location.append(.key(object, key)) }

    mutating func leave() { location.removeLast() }

    private func path(to field: String) -> String {
        guard !location.isEmpty else { return field }
        let steps = location.map { step in
            switch step {
            case .item(let list, let index): "\(list)[\(index)]"
            case .key(let object, let key): "\(object).\(key)"
            }
        }
        return (steps + [field]).joined(separator: ".")
    }
}

extension String {
    /// Returns whether the text has a number of Unicode scalars; counts them only if its bytes leave a doubt.
    fileprivate func hasLength(in range: ClosedRange<Int>) -> Bool {
        let bytes = utf8.count
        // A scalar has one to four bytes.
        if bytes <= range.upperBound, bytes >= 4 * range.lowerBound { return true }
        return range.contains(unicodeScalars.count)
    }
}
