import Contracts

/// Makes an example of a schema that is valid by its constraints.
package struct ExampleMaker {
    /// Deeper objects leave out optional fields.
    private static let depthMax = 6
    /// A change of one field says little, and one of all fields hides what is usual.
    private static let optionalFieldsMax = 2

    private let components: [String: Schema]

    package init(_ model: HTTPModel) {
        components = model.components
    }

    /// Makes an example.
    ///
    /// - Parameters:
    ///   - schema: The schema of the value.
    ///   - name: The name of its field, by which a usual value is chosen.
    /// - Returns: The example as a document's value.
    package func example(of schema: Schema, named name: String = "") -> YAML { value(schema, name, depth: 0) }

    private func value(_ schema: Schema, _ name: String, depth: Int) -> YAML {
        if let known = FieldExamples.value(of: name, schema) { return known }
        if case .oneOf(let values)? = schema.constraints.first(where: \.isChoice) {
            return values.first.map(YAML.string) ?? .null
        }
        switch schema.kind {
        case .boolean: return true
        case .integer: return .integer(Int(Self.number(schema, preferred: 1).rounded(.up)))
        case .number: return .double(Self.number(schema, preferred: 12.5))
        case .text(let format): return .string(Self.text(schema, format))
        case .choice(let values): return .string(values.first ?? "")
        case .list(let item): return list(item, schema, name, depth)
        case .map(let item): return .map([.init(Self.key(schema), value(item, "", depth: depth + 1))])
        case .object(let object): return .map(fields(of: object, depth: depth))
        case .reference(let component):
            guard var target = components[component] else { return .null }
            if depth > Self.depthMax, schema.isNullable { return .null }
            target.constraints += schema.constraints
            return value(target, name, depth: depth + 1)
        case .either(let schemas): return schemas.first.map { value($0, name, depth: depth) } ?? .null
        case .anything: return .map([])
        }
    }

    private func list(_ item: Schema, _ schema: Schema, _ name: String, _ depth: Int) -> YAML {
        let bounds = schema.constraints.lazy.compactMap { if case .items(let range) = $0 { range } else { nil } }.first
        let least = bounds?.lowerBound ?? 0
        if least == 0, depth > Self.depthMax || bounds?.upperBound == 0 { return .list([]) }
        // Words for several things are plural: an item of `days` is named `day`.
        let single = name.hasSuffix("s") ? String(name.dropLast()) : name
        return .list((0..<max(1, least)).map { _ in value(item, single, depth: depth + 1) })
    }

    // MARK: Objects

    private func fields(of object: ObjectSchema, depth: Int) -> [YAML.Entry] {
        let chosen = object.isClosed ? chosenFields(of: object) : Set(object.fields.map(\.name))
        return object.fields.filter { field in
            chosen.contains(field.name) && (field.isRequired || depth <= Self.depthMax)
        }.map { .init($0.name, value($0.schema, $0.name, depth: depth + 1)) }
    }

    /// The fields of a request: those that are required, and those that rules between fields demand.
    private func chosenFields(of object: ObjectSchema) -> Set<String> {
        var chosen = Set(object.fields.filter(\.isRequired).map(\.name))
        for relation in object.relations where [.exactlyOne, .atLeastOne].contains(relation.constraint) {
            if chosen.isDisjoint(with: relation.fields), let first = relation.fields.first { chosen.insert(first) }
        }
        if chosen.isEmpty {
            for field in object.fields where chosen.count < Self.optionalFieldsMax {
                chosen.insert(field.name)
                if excludes(chosen, in: object) { chosen.remove(field.name) }
            }
        }
        // A field may need another one, which may need a third.
        for _ in object.relations {
            for relation in object.relations where relation.constraint == .needs {
                if let first = relation.fields.first, chosen.contains(first) { chosen.formUnion(relation.fields) }
            }
        }
        return chosen
    }

    private func excludes(_ chosen: Set<String>, in object: ObjectSchema) -> Bool {
        object.relations.contains { relation in
            switch relation.constraint {
            case .atMostOne, .exactlyOne: chosen.intersection(relation.fields).count > 1
            case .excludes:
                chosen.contains(relation.fields.first ?? "") && !chosen.isDisjoint(with: relation.fields.dropFirst())
            default: false
            }
        }
    }

    // MARK: Values

    private static func key(_ schema: Schema) -> String {
        let patterns = schema.constraints.lazy.compactMap { if case .keyPattern(let text) = $0 { text } else { nil } }
        return patterns.compactMap(PatternExample.text).first ?? "key"
    }

    private static func number(_ schema: Schema, preferred: Double) -> Double {
        let range = schema.constraints.lazy.compactMap { if case .range(let range) = $0 { range } else { nil } }.first
        guard let range, !range.contains(preferred) else { return preferred }
        return range.lowerBound.isFinite ? range.lowerBound : range.upperBound
    }

    private static func text(_ schema: Schema, _ format: String?) -> String {
        let formats = schema.constraints.compactMap { if case .format(let format) = $0 { format } else { nil } }
        if let known = FieldExamples.byFormat[formats.last ?? format ?? ""] { return known }
        let usual = "example text"
        let patterns = schema.constraints.compactMap { if case .pattern(let pattern) = $0 { pattern } else { nil } }
        let lengths = schema.constraints.compactMap { if case .length(let range) = $0 { range } else { nil } }
        let least = lengths.map(\.lowerBound).max() ?? 0
        let most = lengths.map(\.upperBound).min() ?? usual.count
        let candidates =
            [usual, String(usual.prefix(most))] + patterns.compactMap(PatternExample.text)
            + [String(repeating: "a", count: max(1, least))]
        return candidates.first { text in schema.constraints.allSatisfy { $0.allows(text) } } ?? candidates[0]
    }
}

extension Constraint {
    fileprivate var isChoice: Bool { if case .oneOf = self { true } else { false } }
}
