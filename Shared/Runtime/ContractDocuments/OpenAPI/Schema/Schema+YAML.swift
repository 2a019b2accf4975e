import Contracts

/// Schemas in the keywords of JSON Schema 2020-12, which OpenAPI 3.1 uses.
extension Schema {
    /// The largest whole number that every JSON reader keeps exactly (RFC 8259, section 6).
    private static let exactMax = 9_007_199_254_740_991

    /// The format of integers in requests, which the decoder reads in 64 bits.
    static let integerFormat = "int64"

    /// The schema as a document's value.
    package var yaml: YAML {
        var entries = keywords
        if isNullable { entries = Self.orNull(entries) }
        let sentences = sentences
        if !sentences.isEmpty { entries.append(.init("description", .string(sentences.joined(separator: " ")))) }
        return .map(entries)
    }

    private var keywords: [YAML.Entry] {
        var entries: [YAML.Entry]
        switch kind {
        case .boolean: entries = [.init("type", "boolean")]
        case .integer: entries = [.init("type", "integer")]
        case .number: entries = [.init("type", "number")]
        // A pattern says which days are allowed.
        case .text("date-or-today") where constraints.contains(where: \.isPattern):
            entries = [.init("type", "string")]
        case .text("date-or-today"):
            entries = [.init("anyOf", [["type": "string", "format": "date"], ["const": "today"]])]
        case .text("date"): entries = [.init("type", "string"), .init("format", "date")]
        case .text(let format):
            entries = [.init("type", "string")]
            if let format { entries.append(.init("format", .string(format))) }
        case .choice(let values):
            entries = [.init("type", "string"), .init("enum", .list(values.map(YAML.string)))]
        case .list(let item): entries = [.init("type", "array"), .init("items", item.yaml)]
        case .map(let value): entries = [.init("type", "object"), .init("additionalProperties", value.yaml)]
        case .object(let object): entries = object.keywords
        case .reference(let name): entries = [.init("$ref", .string("#/components/schemas/\(name)"))]
        case .either(let schemas): entries = [.init("anyOf", .list(schemas.map(\.yaml)))]
        case .anything: entries = []
        }
        var added: Set<String> = []
        var further: [YAML] = []
        for entry in constraints.flatMap({ keywords(of: $0) }) where !entries.contains(entry) {
            // The bounds of all integers count where rules have none.
            if kind == .integer, added.contains(entry.key) { continue }
            if added.insert(entry.key).inserted {
                // A constraint is narrower than the type.
                entries.removeAll { $0.key == entry.key }
                entries.append(entry)
            } else {
                further.append(.map([entry]))
            }
        }
        if !further.isEmpty { entries.append(.init("allOf", .list(further))) }
        return entries
    }

    private func keywords(of constraint: Constraint) -> [YAML.Entry] {
        switch constraint {
        case .range(let range):
            [("minimum", range.lowerBound), ("maximum", range.upperBound)].compactMap { name, bound in
                bound.magnitude < .greatestFiniteMagnitude ? YAML.Entry(name, .double(bound)) : nil
            }
        case .length(let range): Self.count("minLength", "maxLength", range)
        case .items(let range):
            if case .map = kind {
                Self.count("minProperties", "maxProperties", range)
            } else {
                Self.count("minItems", "maxItems", range)
            }
        case .pattern(let pattern): [.init("pattern", .string(pattern))]
        case .keyPattern(let pattern): [.init("propertyNames", ["pattern": .string(pattern)])]
        case .format(Self.integerFormat):
            [.init("format", "int64"), .init("minimum", .integer(.min)), .init("maximum", .integer(.max))]
        case .format(let format): [.init("format", .string(format))]
        case .oneOf(let values): [.init("enum", .list(values.map(YAML.string)))]
        case .bytes, .sentence, .notNull, .required, .exactlyOne, .atMostOne, .atLeastOne, .needs, .excludes: []
        }
    }

    private static func count(_ least: String, _ most: String, _ range: ClosedRange<Int>) -> [YAML.Entry] {
        var entries: [YAML.Entry] = []
        if range.lowerBound > 0 { entries.append(.init(least, .integer(range.lowerBound))) }
        if range.upperBound < exactMax { entries.append(.init(most, .integer(range.upperBound))) }
        return entries
    }

    private static func orNull(_ entries: [YAML.Entry]) -> [YAML.Entry] {
        guard let type = entries.firstIndex(where: { $0.key == "type" }) else {
            if entries.count == 1, entries[0].key == "anyOf", case .list(let schemas) = entries[0].value {
                return [.init("anyOf", .list(schemas + [["type": "null"]]))]
            }
            return entries.isEmpty ? [] : [.init("anyOf", [.map(entries), ["type": "null"]])]
        }
        var entries = entries
        entries[type].value = .list([entries[type].value, "null"])
        if let values = entries.firstIndex(where: { $0.key == "enum" }), case .list(let items) = entries[values].value {
            entries[values].value = .list(items + [.null])
        }
        return entries
    }
}

extension Constraint {
    fileprivate var isPattern: Bool { if case .pattern = self { true } else { false } }
}

extension ObjectSchema {
    fileprivate var keywords: [YAML.Entry] {
        var entries = [YAML.Entry("type", "object")]
        let required = fields.filter(\.isRequired)
        if !required.isEmpty { entries.append(.init("required", .list(required.map { .string($0.name) }))) }
        if !fields.isEmpty { entries.append(.init("properties", .map(fields.map { .init($0.name, $0.schema.yaml) }))) }
        if isClosed { entries.append(.init("additionalProperties", false)) }
        let rules = relations.flatMap { schemas(of: $0) }
        if !rules.isEmpty { entries.append(.init("allOf", .list(rules))) }
        let sentences = relationSentences
        if !sentences.isEmpty { entries.append(.init("description", .string(sentences.joined(separator: " ")))) }
        return entries
    }

    /// The rules between fields as sentences.
    package var relationSentences: [String] {
        relations.compactMap { relation in
            let names = relation.fields.joined(separator: ", ")
            let others = relation.fields.dropFirst().joined(separator: ", ")
            let first = relation.fields.first ?? ""
            switch relation.constraint {
            case .exactlyOne: return "Exactly one of \(names) is required."
            case .atMostOne: return "At most one of \(names) is allowed."
            case .atLeastOne: return "At least one of \(names) is required."
            case .needs: return "\(first) needs \(others)."
            case .excludes: return "\(first) excludes \(others)."
            case .sentence(let sentence): return sentence
            default: return nil
            }
        }
    }

    private func schemas(of relation: FieldConstraint) -> [YAML] {
        let present = relation.fields.map(presence)
        guard let first = present.first else { return [] }
        let others = Array(present.dropFirst())
        switch relation.constraint {
        case .exactlyOne: return [["oneOf": .list(present)]]
        case .atLeastOne: return [["anyOf": .list(present)]]
        case .atMostOne:
            return present.indices.flatMap { index in
                present[(index + 1)...].map { other -> YAML in ["not": ["allOf": [present[index], other]]] }
            }
        case .needs: return [["anyOf": [["not": first], ["allOf": .list(others)]]]]
        case .excludes: return others.map { other -> YAML in ["not": ["allOf": [first, other]]] }
        default: return []
        }
    }

    /// The schema of objects in which a field is present; null counts as missing.
    private func presence(_ name: String) -> YAML {
        var entries = [YAML.Entry("required", [.string(name)])]
        if self[name]?.schema.isNullable == true {
            entries.append(.init("properties", .map([.init(name, ["not": ["type": "null"]])])))
        }
        return .map(entries)
    }
}
