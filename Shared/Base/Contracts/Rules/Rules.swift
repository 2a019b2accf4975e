import Synchronization

/// The rules of a value, written as an array: `static let rules: Rules<Self> = [.range(\.grams, EntryLimits.grams)]`.
///
/// Field names are found when the rules are resolved, once for each value of this type: declare rules as `static let`.
public struct Rules<Value: Decodable & Sendable>: Sendable {
    let parts: [Rule<Value>.Part]
    private let cache = Cache()

    package init(_ rules: [Rule<Value>], _ more: [Rule<Value>] = []) {
        parts = (rules + more).flatMap(\.parts)
    }

    /// Finds the names of all fields, and checks that no two rules contradict each other.
    ///
    /// - Returns: The same result for every call.
    /// - Throws: ``RuleFault`` with a sentence, for a key path that no decoded field reaches, and for contradictions.
    package func resolved() throws -> ResolvedRules<Value> {
        if let known = cache.result.withLock({ $0 }) { return try known.get() }
        let result: Result<ResolvedRules<Value>, any Error> = Result { try ResolvedRules(parts) }
        cache.result.withLock { $0 = result }
        return try result.get()
    }

    /// Returns what the rules demand of one field, for documents.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - suffix: `[]` for the items of a list, `{}` for the values of an object with arbitrary keys.
    /// - Returns: The constraints that are about this field alone.
    /// - Throws: ``RuleFault`` for faulty rules, and for a key path that reads no field, or several.
    package func constraints<Field: RuleField & Sendable>(
        of path: Rule<Value>.Path<Field>,
        suffix: String = ""
    ) throws -> [FieldConstraint] {
        let name = try FieldProbe<Value>().name(of: FieldReference(path)) + suffix
        return try resolved().constraints.filter { $0.fields == [name] }
    }

    /// Checks a value that no endpoint has checked, such as an item of a batch or a row of a file.
    ///
    /// - Throws: `invalid` with every error; `internalError` for faulty rules, which no start of a process accepts.
    package func check(_ value: Value) throws(ServiceError) {
        var checker = RuleChecker()
        try check(value, &checker)
        try checker.finish()
    }

    /// Returns the errors of a value; none for a valid one.
    ///
    /// - Throws: ``RuleFault`` for faulty rules, which no start of a process accepts.
    public func errors(in value: Value) throws -> [FieldError] {
        var checker = RuleChecker()
        try resolved().check(value, &checker)
        return checker.errors
    }

    /// Checks a value, and adds its errors to those of a checker.
    ///
    /// - Throws: `internalError` for faulty rules, which no start of a process accepts.
    package func check(_ value: Value, _ checker: inout RuleChecker) throws(ServiceError) {
        let rules: ResolvedRules<Value>
        do {
            rules = try resolved()
        } catch {
            throw ServiceError(.internalError, "\(error)")
        }
        rules.check(value, &checker)
    }

    private final class Cache: Sendable {
        let result = Mutex<Result<ResolvedRules<Value>, any Error>?>(nil)
    }
}

extension Rules: ExpressibleByArrayLiteral {
    public init(arrayLiteral rules: Rule<Value>...) {
        self.init(rules)
    }
}

/// Rules with the names of their fields.
package struct ResolvedRules<Value: Decodable & Sendable>: Sendable {
    /// What the rules demand, for documents.
    package let constraints: [FieldConstraint]
    private let checks: [Rule<Value>.Check]

    init(_ parts: [Rule<Value>.Part]) throws {
        var found: [FieldConstraint] = []
        var bound: [Rule<Value>.Check] = []
        if !parts.isEmpty {
            let probe = try FieldProbe<Value>()
            for part in parts {
                let names = try part.fields.map { try probe.name(of: $0) }
                found += try part.constraints(names)
                bound.append(try part.bind(names))
            }
            try RuleFault.checkContradictions(found, requiredByType: probe.required, of: "\(Value.self)")
        }
        (constraints, checks) = (found, bound)
    }

    package var isEmpty: Bool { checks.isEmpty }

    /// Checks a value, and adds its errors to those of a checker.
    package func check(_ value: Value, _ checker: inout RuleChecker) {
        for check in checks { check(value, &checker) }
    }

    /// Checks a value.
    ///
    /// - Throws: `invalid` with every error.
    package func check(_ value: Value) throws(ServiceError) {
        guard !checks.isEmpty else { return }
        var checker = RuleChecker()
        check(value, &checker)
        try checker.finish()
    }

    /// Returns the constraints with names that begin with another one.
    func constraints(below name: String) -> [FieldConstraint] {
        constraints.map { constraint in
            FieldConstraint(constraint.fields.map { "\(name).\($0)" }, constraint.constraint)
        }
    }
}

extension Contract {
    public static var rules: Rules<Self> { [] }

    /// Returns what the rules of the request demand, with the names of the fields, for documents.
    ///
    /// - Throws: ``RuleFault`` for faulty rules.
    package static func constraints() throws -> [FieldConstraint] { try rules.resolved().constraints }

    /// Returns the request, checked as its endpoint does: for callers that check before they send.
    ///
    /// - Throws: `invalid` with every error.
    package func checked() throws(ServiceError) -> Self {
        try Self.rules.check(self)
        return self
    }
}
