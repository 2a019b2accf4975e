/// Collects all invalid values of a request, so that the caller can correct them at once.
package struct RuleChecker {
    package private(set) var errors: [FieldError] = []

    package init() {}

    /// Requires a value to be within a range, and a finite number.
    package mutating func require(_ value: Double?, in range: ClosedRange<Double>, _ field: String) {
        guard let value, !range.contains(value) else { return }
        add(
            field,
            .outOfRange,
            "\(field) must be from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)).",
            [
                "min": Self.text(range.lowerBound), "max": Self.text(range.upperBound),
            ]
        )
    }

    /// Requires a value to be within a range.
    package mutating func require(_ value: Int?, in range: ClosedRange<Int>, _ field: String) {
        guard let value, !range.contains(value) else { return }
        add(
            field,
            .outOfRange,
            "\(field) must be from \(range.lowerBound) to \(range.upperBound).",
            [
                "min": "\(range.lowerBound)", "max": "\(range.upperBound)",
            ]
        )
    }

    /// Requires a text to have a number of characters.
    package mutating func require(_ text: String?, length range: ClosedRange<Int>, _ field: String) {
        guard let text, !range.contains(text.count) else { return }
        add(
            field,
            text.count < range.lowerBound ? .tooShort : .tooLong,
            "\(field) must have \(range.lowerBound) to \(range.upperBound) characters.",
            ["min": "\(range.lowerBound)", "max": "\(range.upperBound)"]
        )
    }

    /// Requires a condition; the message is only evaluated if it does not hold.
    package mutating func require(
        _ holds: Bool,
        _ field: String,
        _ code: FieldError.Code,
        _ message: @autoclosure () -> String,
        _ params: @autoclosure () -> [String: String] = [:]
    ) {
        if !holds { add(field, code, message(), params()) }
    }

    /// Throws the collected errors.
    ///
    /// - Throws: `ServiceError` with `invalid`, if there are any.
    package func finish() throws(ServiceError) {
        if !errors.isEmpty { throw .invalid(errors) }
    }

    private mutating func add(
        _ field: String,
        _ code: FieldError.Code,
        _ message: String,
        _ params: [String: String]
    ) {
        errors.append(FieldError(field, code, message, params: params))
    }

    /// Formats a number without a fraction if it is whole.
    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
