/// The limits of what errors say about lists and objects with arbitrary keys.
package enum RuleLimits {
    /// Number of errors after which further items are not checked, so that the answer fits into a message.
    package static let itemErrorsMax = 100
    /// Characters of a key that the name of a field shows; a client may send any key.
    package static let keyLengthMax = 20
}

/// Rules of values inside of others: objects, list items, and values of objects with arbitrary keys.
extension Rule {
    /// Applies rules to an object, or to fields of another type that stand beside the value's own.
    package static func inside<Inner>(_ path: Path<Inner>, _ rules: Rules<Inner>) -> Rule {
        inside(
            rules,
            { $0.inside(path) },
            { checks in
                { value, checker in
                    // Read once: a key path copies the object.
                    let inner = value[keyPath: path]
                    for check in checks { check(inner, &checker) }
                }
            }
        )
    }

    /// Applies rules to an object that may be absent.
    package static func inside<Inner>(_ path: Path<Inner?>, _ rules: Rules<Inner>) -> Rule {
        inside(
            rules,
            { $0.inside(path) },
            { checks in
                { value, checker in
                    guard let inner = value[keyPath: path] else { return }
                    for check in checks { check(inner, &checker) }
                }
            }
        )
    }

    private static func inside<Inner>(
        _ rules: Rules<Inner>,
        _ reference: (FieldReference<Inner>) -> FieldReference<Value>,
        _ join: @escaping @Sendable ([Rule<Inner>.Check]) -> Check
    ) -> Rule {
        let parts = rules.parts
        let part = Part(
            fields: parts.flatMap { $0.fields.map(reference) },
            constraints: { names in
                var (all, rest): ([FieldConstraint], ArraySlice<String>) = ([], names[...])
                for part in parts {
                    all += try part.constraints(Array(rest.prefix(part.fields.count)))
                    rest = rest.dropFirst(part.fields.count)
                }
                return all
            },
            bind: { names in
                var (checks, rest): ([Rule<Inner>.Check], ArraySlice<String>) = ([], names[...])
                for part in parts {
                    checks.append(try part.bind(Array(rest.prefix(part.fields.count))))
                    rest = rest.dropFirst(part.fields.count)
                }
                return join(checks)
            }
        )
        return Rule(parts: [part])
    }

    /// Applies rules to each item of a list.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - rules: The rules of an item.
    ///   - first: Number of items that are checked; the rule for the number of items reports more.
    ///   - errorsMax: Number of errors after which no more items are checked.
    /// - Returns: The rule.
    package static func each<Field: RuleField & Sendable, Item>(
        _ path: Path<Field>,
        _ rules: Rules<Item>,
        first: Int = .max,
        errorsMax: Int = RuleLimits.itemErrorsMax
    ) -> Rule where Field.RuleValue == [Item] {
        let part = Part(
            fields: [FieldReference(path)],
            constraints: { try rules.resolved().constraints(below: $0[0] + "[]") },
            bind: { names in
                let (name, inner) = (names[0], try rules.resolved())
                return { value, checker in
                    guard let items = value[keyPath: path].ruleValue else { return }
                    for (index, item) in items.prefix(first).enumerated() {
                        if checker.errors.count >= errorsMax { return }
                        checker.enter(name, item: index)
                        inner.check(item, &checker)
                        checker.leave()
                    }
                }
            }
        )
        return Rule(parts: [part])
    }

    /// Applies rules to each value of an object with arbitrary keys.
    package static func values<Field: RuleField & Sendable, Item>(
        _ path: Path<Field>,
        _ rules: Rules<Item>
    ) -> Rule where Field.RuleValue == [String: Item] {
        let part = Part(
            fields: [FieldReference(path)],
            constraints: { try rules.resolved().constraints(below: $0[0] + "{}") },
            bind: { names in
                let (name, inner) = (names[0], try rules.resolved())
                return { value, checker in
                    guard let values = value[keyPath: path].ruleValue else { return }
                    for (key, item) in values.sorted(by: { $0.key < $1.key }) {
                        if checker.errors.count >= RuleLimits.itemErrorsMax { return }
                        checker.enter(name, key: String(key.prefix(RuleLimits.keyLengthMax)))
                        inner.check(item, &checker)
                        checker.leave()
                    }
                }
            }
        )
        return Rule(parts: [part])
    }
}
