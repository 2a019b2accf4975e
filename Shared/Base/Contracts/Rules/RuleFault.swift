/// The error for rules that no request should ever meet: it ends the start of a process.
package struct RuleFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension RuleFault {
    /// Refuses constraints that no value can satisfy.
    ///
    /// - Parameters:
    ///   - constraints: All constraints of a type.
    ///   - requiredByType: The fields that the type cannot decode without.
    ///   - type: The name of the type.
    /// - Throws: ``RuleFault`` with a sentence.
    static func checkContradictions(
        _ constraints: [FieldConstraint],
        requiredByType: Set<String>,
        of type: String
    ) throws(RuleFault) {
        var fields: [String: FieldBounds] = [:]
        var required = requiredByType
        for constraint in constraints where constraint.constraint == .required { required.formUnion(constraint.fields) }
        for constraint in constraints {
            if let reason = Self.fault(constraint, required) { throw RuleFault("The rules of \(type): \(reason)") }
            for field in constraint.fields {
                if let reason = fields[field, default: FieldBounds()].narrow(by: constraint.constraint) {
                    throw RuleFault("The rules of \(type) contradict each other: \(field) \(reason).")
                }
            }
        }
    }

    /// Returns why fields that are always present break a constraint about their presence.
    private static func fault(_ constraint: FieldConstraint, _ required: Set<String>) -> String? {
        let present = constraint.fields.filter(required.contains)
        switch constraint.constraint {
        case .excludes:
            guard let first = constraint.fields.first, required.contains(first), present.count > 1 else { return nil }
            return "\(present.joined(separator: " and ")) are required, and exclude each other."
        case .exactlyOne, .atMostOne:
            return present.count > 1 ? "\(present.joined(separator: " and ")) are required, but one is allowed." : nil
        default: return nil
        }
    }
}

/// What the constraints of one field leave to it.
private struct FieldBounds {
    private var range: ClosedRange<Double>?
    private var length: ClosedRange<Int>?
    private var items: ClosedRange<Int>?
    private var bytesMax: Int?
    private var choices: Set<String>?

    /// Adds a constraint; returns the reason if no value is left.
    mutating func narrow(by constraint: Constraint) -> String? {
        switch constraint {
        case .range(let other):
            guard let both = Self.common(range, other) else { return "has two ranges without a common value" }
            range = both
        case .length(let other):
            guard let both = Self.common(length, other) else { return "has two lengths without a common value" }
            length = both
        case .items(let other):
            guard let both = Self.common(items, other) else { return "has two counts without a common value" }
            items = both
        case .bytes(let max): bytesMax = min(max, bytesMax ?? max)
        case .oneOf(let texts):
            choices = choices.map { $0.intersection(texts) } ?? Set(texts)
            // A rule without texts allows only null.
            if choices?.isEmpty == true, !texts.isEmpty { return "has no allowed value" }
        default: return nil
        }
        guard let length, let bytesMax, length.lowerBound > bytesMax else { return nil }
        return "needs \(length.lowerBound) characters in \(bytesMax) bytes"
    }

    private static func common<Bound>(_ first: ClosedRange<Bound>?, _ second: ClosedRange<Bound>) -> ClosedRange<Bound>?
    {
        guard let first else { return second }
        return first.overlaps(second) ? first.clamped(to: second) : nil
    }
}
