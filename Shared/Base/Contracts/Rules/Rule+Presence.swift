package import JSONCoding

/// Rules about the presence of fields. In messages, `{field}` stands for the name of the field with the error.
extension Rule {
    /// Requires a field, although its type allows it to be missing.
    package static func required<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ message: String = "{field} is missing."
    ) -> Rule {
        whole(path, [.required]) { value, name, checker in
            if value[keyPath: path].ruleValue == nil { checker.reject(name, .missing, message) }
        }
    }

    /// Refuses null for a field that always has a value.
    package static func notNull<Changed: Codable & Sendable & Equatable>(_ path: Path<Patch<Changed>>) -> Rule {
        whole(path, [.notNull]) { value, name, checker in
            if case .cleared = value[keyPath: path] {
                checker.reject(name, .notAllowed, "{field} always has a value and cannot be null.")
            }
        }
    }

    /// Requires exactly one of two fields; the error names both.
    package static func exactlyOne<First: RuleField & Sendable, Second: RuleField & Sendable>(
        of first: Path<First>,
        _ second: Path<Second>,
        _ message: String
    ) -> Rule {
        presence(of: [.field(first), .field(second)], .exactlyOne) { value, names, checker in
            let hasFirst = value[keyPath: first].ruleValue != nil
            guard hasFirst == (value[keyPath: second].ruleValue != nil) else { return }
            for name in names { checker.reject(name, hasFirst ? .notAllowed : .missing, message) }
        }
    }

    /// Requires the second field if the first one is present; the error names the second.
    package static func needs<First: RuleField & Sendable, Second: RuleField & Sendable>(
        _ first: Path<First>,
        _ second: Path<Second>,
        _ message: String
    ) -> Rule {
        presence(of: [.field(first), .field(second)], .needs, at: 1, .missing, message) { value in
            value[keyPath: first].ruleValue == nil || value[keyPath: second].ruleValue != nil
        }
    }

    /// Refuses the second field if the first one is present; the error names the second.
    package static func excludes<First: RuleField & Sendable, Second: RuleField & Sendable>(
        _ first: Path<First>,
        _ second: Path<Second>,
        _ message: String
    ) -> Rule {
        presence(of: [.field(first), .field(second)], .excludes, at: 1, .notAllowed, message) { value in
            value[keyPath: first].ruleValue == nil || value[keyPath: second].ruleValue == nil
        }
    }

    /// Requires a condition of the presence of several fields.
    ///
    /// - Parameters:
    ///   - fields: The fields, in the order that the constraint defines.
    ///   - constraint: What documents say. The condition may be weaker, if other rules refuse the rest.
    ///   - index: The index of the field that errors name.
    ///   - code: The code of the error.
    ///   - message: The sentence of the error.
    ///   - holds: Whether the value is valid.
    /// - Returns: The rule.
    package static func presence(
        of fields: [RuleSubject<Value>],
        _ constraint: Constraint,
        at index: Int,
        _ code: FieldError.Code,
        _ message: String,
        _ holds: @escaping @Sendable (Value) -> Bool
    ) -> Rule {
        presence(of: fields, constraint) { value, names, checker in
            if !holds(value) { checker.reject(names[index], code, message) }
        }
    }

    private static func presence(
        of fields: [RuleSubject<Value>],
        _ constraint: Constraint,
        _ check: @escaping @Sendable (Value, [String], inout RuleChecker) -> Void
    ) -> Rule {
        let part = Part(
            fields: fields.map(\.reference),
            constraints: { [FieldConstraint($0, constraint)] },
            bind: { names in { check($0, names, &$1) } }
        )
        return Rule(parts: [part])
    }

    /// Joins rules into one, for sets of rules that several types share.
    package static func all(_ rules: [Rule]) -> Rule { Rule(parts: rules.flatMap(\.parts)) }
}

/// A field of any type that a rule is about.
package struct RuleSubject<Value: Sendable>: Sendable {
    let reference: FieldReference<Value>

    package static func field<Field: RuleField & Sendable>(_ path: any KeyPath<Value, Field> & Sendable) -> RuleSubject
    {
        RuleSubject(reference: FieldReference(path))
    }
}
