import Contracts

/// Writes constraints as text for the baseline, such as `range 0.1...10000`, and reads them again.
enum ConstraintText {
    private static let listMark = "|"
    private static let fieldsMark = " : "
    private static let rangeMark = "..."

    static func text(_ constraint: Constraint) -> String {
        switch constraint {
        case .range(let range): "range \(range.lowerBound.ruleText)...\(range.upperBound.ruleText)"
        case .length(let range): "length \(text(range))"
        case .items(let range): "items \(text(range))"
        case .bytes(let most): "bytes \(most)"
        case .pattern(let pattern): "pattern \(pattern)"
        case .format(let format): "format \(format)"
        case .keyPattern(let pattern): "keyPattern \(pattern)"
        case .oneOf(let values): "oneOf \(values.joined(separator: listMark))"
        case .sentence(let sentence): "sentence \(sentence)"
        case .notNull: "notNull"
        case .required: "required"
        case .exactlyOne: "exactlyOne"
        case .atMostOne: "atMostOne"
        case .atLeastOne: "atLeastOne"
        case .needs: "needs"
        case .excludes: "excludes"
        }
    }

    /// Writes a relation, such as `grams|portion : exactlyOne`.
    static func text(_ relation: FieldConstraint) -> String {
        relation.fields.joined(separator: listMark) + fieldsMark + text(relation.constraint)
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max ? "\(range.lowerBound)..." : "\(range.lowerBound)...\(range.upperBound)"
    }

    static func constraint(_ text: String, _ decoder: any Decoder) throws -> Constraint {
        guard let constraint = constraint(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the rule \(text)")
            )
        }
        return constraint
    }

    static func relation(_ text: String, _ decoder: any Decoder) throws -> FieldConstraint {
        guard let mark = text.firstRange(of: fieldsMark) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the rule \(text)")
            )
        }
        let fields = text[..<mark.lowerBound].split(separator: listMark).map(String.init)
        return FieldConstraint(fields, try constraint(String(text[mark.upperBound...]), decoder))
    }

    private static func constraint(_ text: String) -> Constraint? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "range": return doubles(rest).map(Constraint.range)
        case "length": return integers(rest).map(Constraint.length)
        case "items": return integers(rest).map(Constraint.items)
        case "bytes": return Int(rest).map(Constraint.bytes)
        case "pattern": return .pattern(rest)
        case "format": return .format(rest)
        case "keyPattern": return .keyPattern(rest)
        case "oneOf": return .oneOf(rest.split(separator: listMark).map(String.init))
        case "sentence": return .sentence(rest)
        case "notNull": return .notNull
        case "required": return .required
        case "exactlyOne": return .exactlyOne
        case "atMostOne": return .atMostOne
        case "atLeastOne": return .atLeastOne
        case "needs": return .needs
        case "excludes": return .excludes
        default: return nil
        }
    }

    private static func doubles(_ text: String) -> ClosedRange<Double>? {
        guard let mark = text.firstRange(of: rangeMark), let lower = Double(text[..<mark.lowerBound]),
            let upper = Double(text[mark.upperBound...]), lower <= upper
        else { return nil }
        return lower...upper
    }

    private static func integers(_ text: String) -> ClosedRange<Int>? {
        guard let mark = text.firstRange(of: rangeMark), let lower = Int(text[..<mark.lowerBound]) else { return nil }
        let end = text[mark.upperBound...]
        guard let upper = end.isEmpty ? Int.max : Int(end), lower <= upper else { return nil }
        return lower...upper
    }
}
