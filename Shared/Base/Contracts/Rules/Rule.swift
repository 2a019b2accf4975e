/// A rule about one or several fields of a value, as data: it checks values, and documents describe it.
///
/// Static functions make rules from key paths, for example `.range(\.grams, EntryLimits.grams)`. The names of the
/// fields are not written down a second time: ``FieldProbe`` finds them by decoding.
public struct Rule<Value: Decodable & Sendable>: Sendable {
    package typealias Path<Field> = any KeyPath<Value, Field> & Sendable
    typealias Check = @Sendable (Value, inout RuleChecker) -> Void

    /// A check of fields with names that are not known yet.
    struct Part: Sendable {
        /// The fields; the closures get their names in this order.
        let fields: [FieldReference<Value>]
        /// Returns what the part demands, for documents.
        let constraints: @Sendable ([String]) throws -> [FieldConstraint]
        /// Returns the check, which has the names in it.
        let bind: @Sendable ([String]) throws -> Check
    }

    let parts: [Part]
}

/// A field that a key path reads, without its name.
struct FieldReference<Value>: Sendable {
    /// The type that the decoder reads for the field.
    let type: ObjectIdentifier
    let typeName: String
    /// Whether the field differs between two values.
    let differs: @Sendable (Value, Value) -> Bool

    init<Field: RuleField & Sendable>(_ path: any KeyPath<Value, Field> & Sendable) {
        type = ObjectIdentifier(Field.RuleValue.self)
        typeName = "\(Field.RuleValue.self)"
        differs = { !isEqual($0[keyPath: path], $1[keyPath: path]) }
    }

    private init(type: ObjectIdentifier, typeName: String, differs: @escaping @Sendable (Value, Value) -> Bool) {
        (self.type, self.typeName, self.differs) = (type, typeName, differs)
    }

    /// Returns the same field of a value that another one contains.
    func inside<Outer>(_ path: any KeyPath<Outer, Value> & Sendable) -> FieldReference<Outer> {
        FieldReference<Outer>(type: type, typeName: typeName) { [differs] in
            differs($0[keyPath: path], $1[keyPath: path])
        }
    }

    /// Returns the same field of a value that another one may contain.
    func inside<Outer>(_ path: any KeyPath<Outer, Value?> & Sendable) -> FieldReference<Outer> {
        FieldReference<Outer>(type: type, typeName: typeName) { [differs] in
            switch ($0[keyPath: path], $1[keyPath: path]) {
            case (let left?, let right?): differs(left, right)
            case (nil, nil): false
            default: true
            }
        }
    }
}

/// Compares two values of any type; lists that cannot be compared are equal if they have the same number of items.
private func isEqual<Field>(_ left: Field, _ right: Field) -> Bool {
    // In arrays, because a cast of an optional would unwrap it.
    if let left = [left] as? any Equatable { return left.equals([right]) }
    if let left = left as? any Collection, let right = right as? any Collection { return left.count == right.count }
    return true
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}

extension Rule {
    /// Makes a rule that checks the value of one field, if there is one.
    ///
    /// - Parameters:
    ///   - path: The field.
    ///   - constraints: What the rule demands, for documents: of the field or, with the suffix `[]` or `{}`, of its
    ///     items or values.
    ///   - check: Gets the value and the name of the field, and records errors.
    /// - Returns: The rule.
    package static func field<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ constraints: [SuffixedConstraint],
        _ check: @escaping @Sendable (Field.RuleValue, String, inout RuleChecker) -> Void
    ) -> Rule {
        let part = Part(
            fields: [FieldReference(path)],
            constraints: { names in constraints.map { FieldConstraint([names[0] + $0.suffix], $0.constraint) } },
            bind: { names in
                let name = names[0]
                return { value, checker in
                    if let plain = value[keyPath: path].ruleValue { check(plain, name, &checker) }
                }
            }
        )
        return Rule(parts: [part])
    }

    /// Makes a rule that checks a whole value, and reports errors under the name of one field.
    ///
    /// - Parameters:
    ///   - path: The field that errors name.
    ///   - constraints: What the rule demands of the field, for documents.
    ///   - check: Gets the value and the name of the field, and records errors.
    /// - Returns: The rule.
    package static func whole<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ constraints: [Constraint],
        _ check: @escaping @Sendable (Value, String, inout RuleChecker) -> Void
    ) -> Rule {
        let part = Part(
            fields: [FieldReference(path)],
            constraints: { names in constraints.map { FieldConstraint(names, $0) } },
            bind: { names in
                let name = names[0]
                return { check($0, name, &$1) }
            }
        )
        return Rule(parts: [part])
    }
}
