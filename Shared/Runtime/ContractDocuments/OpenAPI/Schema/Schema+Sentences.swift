import Contracts

/// Schemas in words, for the page `/docs` and for comments in TypeScript.
extension Schema {
    /// What constraints demand, in one line each.
    package var demands: [String] { constraints.compactMap(\.demand) }
}

extension Constraint {
    /// The constraint in words; nil for one that the type already says.
    var demand: String? {
        switch self {
        case .range(let range):
            switch (range.lowerBound.magnitude < .greatestFiniteMagnitude, range.upperBound < .greatestFiniteMagnitude)
            {
            case (true, true): "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            case (true, false): "at least \(Self.text(range.lowerBound))"
            case (false, true): "at most \(Self.text(range.upperBound))"
            case (false, false): nil
            }
        case .length(let range): Self.count(range, "character", "characters")
        case .bytes(let most): "at most \(most) bytes in UTF-8"
        case .items(let range): Self.count(range, "item", "items")
        case .pattern(let pattern): "matches `\(pattern)`"
        case .keyPattern(let pattern): "keys match `\(pattern)`"
        case .format(Schema.integerFormat): nil
        case .format(let format): "format \(format)"
        case .oneOf(let values) where values.isEmpty: "only null"
        case .oneOf(let values): "one of \(values.joined(separator: ", "))"
        case .sentence(let sentence): sentence
        case .notNull, .required, .exactlyOne, .atMostOne, .atLeastOne, .needs, .excludes: nil
        }
    }

    private static func count(_ range: ClosedRange<Int>, _ one: String, _ many: String) -> String {
        if range.upperBound == .max { return "at least \(range.lowerBound) \(range.lowerBound == 1 ? one : many)" }
        if range.lowerBound == range.upperBound { return "\(range.upperBound) \(range.upperBound == 1 ? one : many)" }
        return range.lowerBound == 0
            ? "at most \(range.upperBound) \(range.upperBound == 1 ? one : many)"
            : "\(range.lowerBound) to \(range.upperBound) \(many)"
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}

/// Quantities in words.
enum Words {
    private static let (kibibyte, mebibyte) = (1_024, 1_024 * 1_024)

    /// A size in the largest unit in which it is whole.
    static func bytes(_ count: Int) -> String {
        if count >= mebibyte, count % mebibyte == 0 { return "\(count / mebibyte) MiB" }
        if count >= kibibyte, count % kibibyte == 0 { return "\(count / kibibyte) KiB" }
        return "\(count) bytes"
    }

    /// A duration in seconds, if it is whole.
    static func duration(milliseconds: Int) -> String {
        milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}
