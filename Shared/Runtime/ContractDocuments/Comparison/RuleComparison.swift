import Contracts

/// Compares the rules of requests: a narrower rule refuses what older clients send.
extension SchemaComparison {
    mutating func compare(constraints before: [Constraint], _ after: [Constraint], at path: String) {
        let (old, new) = (RuleSummary(before), RuleSummary(after))
        compare(bounds: old.range, new.range, "value", at: path)
        compare(bounds: old.length, new.length, "length", at: path)
        compare(bounds: old.items, new.items, "number of items", at: path)
        compare(bounds: old.bytes, new.bytes, "number of bytes", at: path)
        compare(texts: old.patterns, new.patterns, "match the pattern", at: path)
        compare(texts: old.formats, new.formats, "have the format", at: path)
        compare(texts: old.keyPatterns, new.keyPatterns, "have keys that match the pattern", at: path)
        compare(sentences: old.sentences, new.sentences, at: path)
        switch (old.values, new.values) {
        case (let old?, let new?): compare(choices: old, new, .request, at: path)
        case (nil, let new?):
            add(.breaking, "\(path) must now be one of \(new.joined(separator: ", ")) in HTTP requests")
        case (_?, nil): add(.servicesFirst, "\(path) may now have other values in HTTP requests")
        case (nil, nil): break
        }
    }

    private mutating func compare(bounds before: Bounds, _ after: Bounds, _ what: String, at path: String) {
        guard before != after else { return }
        let isNarrower = after.lower > before.lower || after.upper < before.upper
        add(
            isNarrower ? .breaking : .servicesFirst,
            "the \(what) of \(path) was \(before) and is \(after) in HTTP requests"
        )
    }

    private mutating func compare(texts before: [String], _ after: [String], _ what: String, at path: String) {
        for text in after where !before.contains(text) {
            add(.breaking, "\(path) must now \(what) \(text) in HTTP requests")
        }
        for text in before where !after.contains(text) {
            add(.servicesFirst, "\(path) need no longer \(what) \(text) in HTTP requests")
        }
    }

    /// A rule that only a sentence says cannot be compared, so another wording counts as the same rule.
    private mutating func compare(sentences before: [String], _ after: [String], at path: String) {
        guard before != after else { return }
        let added = after.filter { !before.contains($0) }.joined(separator: " ")
        if after.count > before.count {
            add(.breaking, "\(path) has a new rule in HTTP requests: \(added)")
        } else if after.count < before.count {
            add(.servicesFirst, "\(path) has fewer rules in HTTP requests")
        } else {
            add(.compatible, "a rule of \(path) has another wording; compare the meaning: \(added)")
        }
    }

    // MARK: Rules about several fields

    mutating func compare(relationsOf before: ObjectSchema, _ after: ObjectSchema, name: String) {
        let known = Set(before.fields.map(\.name))
        for relation in after.relations where !before.relations.contains(relation) && !relation.isSentence {
            let isKept = relation.follows(from: before.relations, known: known)
            add(isKept ? .servicesFirst : .breaking, "\(name) has the new rule \(relation.words) in HTTP requests")
        }
        for relation in before.relations where !after.relations.contains(relation) && !relation.isSentence {
            add(.servicesFirst, "\(name) no longer has the rule \(relation.words) in HTTP requests")
        }
        compare(sentences: before.relations.sentences, after.relations.sentences, at: name)
    }
}

/// A lower and an upper bound; infinite without one.
struct Bounds: Equatable, CustomStringConvertible {
    static let none = Bounds(lower: -.infinity, upper: .infinity)

    var lower: Double
    var upper: Double

    /// Intersects the bounds with a range.
    mutating func limit(_ range: ClosedRange<Double>) {
        (lower, upper) = (max(lower, range.lowerBound), min(upper, range.upperBound))
    }

    mutating func limit(_ range: ClosedRange<Int>) {
        limit(Double(range.lowerBound)...(range.upperBound == .max ? .infinity : Double(range.upperBound)))
    }

    var description: String {
        switch (lower.isFinite, upper.isFinite) {
        case (true, true): "\(lower.ruleText) to \(upper.ruleText)"
        case (true, false): "at least \(lower.ruleText)"
        case (false, true): "at most \(upper.ruleText)"
        case (false, false): "unlimited"
        }
    }
}

/// The constraints of one value, with several of a kind combined.
private struct RuleSummary {
    var range = Bounds.none
    var length = Bounds.none
    var items = Bounds.none
    var bytes = Bounds.none
    var patterns: [String] = []
    var formats: [String] = []
    var keyPatterns: [String] = []
    /// The allowed texts; nil if all are.
    var values: [String]?
    var sentences: [String] = []

    init(_ constraints: [Constraint]) {
        for constraint in constraints {
            switch constraint {
            case .range(let range): self.range.limit(range)
            case .length(let range): length.limit(range)
            case .items(let range): items.limit(range)
            case .bytes(let most): bytes.limit(-.infinity...Double(most))
            case .pattern(let pattern): patterns.append(pattern)
            case .format(let format): formats.append(format)
            case .keyPattern(let pattern): keyPatterns.append(pattern)
            case .oneOf(let values): self.values = self.values?.filter(values.contains) ?? values
            case .sentence(let sentence): sentences.append(sentence)
            // A schema has these in its type and its list of required fields.
            case .notNull, .required: break
            case .exactlyOne, .atMostOne, .atLeastOne, .needs, .excludes: break
            }
        }
    }
}

extension FieldConstraint {
    fileprivate var isSentence: Bool { if case .sentence = constraint { true } else { false } }

    fileprivate var words: String {
        let names = fields.joined(separator: ", ")
        let rest = fields.dropFirst().joined(separator: ", ")
        return switch constraint {
        case .exactlyOne: "exactly one of \(names)"
        case .atMostOne: "at most one of \(names)"
        case .atLeastOne: "at least one of \(names)"
        case .needs: "\(fields.first ?? "") needs \(rest)"
        case .excludes: "\(fields.first ?? "") excludes \(rest)"
        default: "\(names) \(ConstraintText.text(constraint))"
        }
    }

    /// Returns whether requests that keep other relations keep this one, too.
    ///
    /// - Parameters:
    ///   - relations: The relations of the older version.
    ///   - known: The fields that clients of the older version can send.
    /// - Returns: False if clients of the older version can break the relation.
    fileprivate func follows(from relations: [FieldConstraint], known: Set<String>) -> Bool {
        let sent = Set(fields).intersection(known)
        func holds(_ constraint: Constraint) -> Bool {
            relations.contains { $0.constraint == constraint && Set($0.fields) == sent }
        }
        switch constraint {
        case .exactlyOne: return holds(.exactlyOne)
        case .atLeastOne: return holds(.atLeastOne) || holds(.exactlyOne)
        case .atMostOne: return sent.count < 2 || holds(.atMostOne) || holds(.exactlyOne)
        case .needs: return fields.first.map { !known.contains($0) } ?? true
        case .excludes: return fields.first.map { !known.contains($0) } ?? true || sent.count < 2
        default: return false
        }
    }
}

extension [FieldConstraint] {
    /// The rules that only a sentence says.
    fileprivate var sentences: [String] {
        compactMap { if case .sentence(let sentence) = $0.constraint { sentence } else { nil } }
    }
}
