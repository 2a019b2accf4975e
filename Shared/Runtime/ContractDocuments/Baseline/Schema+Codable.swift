import Contracts

/// Encodes a schema for the baseline: as text such as `[Food]|null` if it has no rules, and else as an object.
extension Schema: Codable {
    private enum Key: String, CodingKey {
        case shape, choices, items, values, fields, required, isClosed, relations, either, nullable, rules
    }

    /// JSON of any form, in a text.
    private static let anything = ValueShape.text(format: "json")

    package init(from decoder: any Decoder) throws {
        // JSON other than a text is an object, and decoding it reports what is wrong.
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = try Self.plain(text, decoder)
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        kind = try Self.kind(container, decoder)
        isNullable = try container.decodeIfPresent(Bool.self, forKey: .nullable) ?? false
        constraints =
            try container.decodeIfPresent([String].self, forKey: .rules)?
            .map { try ConstraintText.constraint($0, decoder) } ?? []
    }

    private static func kind(_ container: KeyedDecodingContainer<Key>, _ decoder: any Decoder) throws -> Kind {
        if let text = try container.decodeIfPresent(String.self, forKey: .shape) {
            return try plain(text, decoder).kind
        }
        if let values = try container.decodeIfPresent([String].self, forKey: .choices) { return .choice(values) }
        if let items = try container.decodeIfPresent(Schema.self, forKey: .items) { return .list(items) }
        if let values = try container.decodeIfPresent(Schema.self, forKey: .values) { return .map(values) }
        if let schemas = try container.decodeIfPresent([Schema].self, forKey: .either) { return .either(schemas) }
        let fields = try container.decode([String: Schema].self, forKey: .fields)
        let required = Set(try container.decode([String].self, forKey: .required))
        return .object(
            ObjectSchema(
                fields.sorted { $0.key < $1.key }.map {
                    .init($0.key, $0.value, isRequired: required.contains($0.key))
                },
                isClosed: try container.decode(Bool.self, forKey: .isClosed),
                relations: try container.decodeIfPresent([String].self, forKey: .relations)?
                    .map { try ConstraintText.relation($0, decoder) } ?? []
            )
        )
    }

    package func encode(to encoder: any Encoder) throws {
        if let shape = plainShape, constraints.isEmpty {
            var container = encoder.singleValueContainer()
            try container.encode(isNullable ? "\(shape.orNull)" : "\(shape)")
            return
        }
        var container = encoder.container(keyedBy: Key.self)
        if isNullable { try container.encode(true, forKey: .nullable) }
        if !constraints.isEmpty { try container.encode(constraints.map(ConstraintText.text), forKey: .rules) }
        if let plainShape {
            try container.encode("\(plainShape)", forKey: .shape)
            return
        }
        switch kind {
        case .choice(let values): try container.encode(values, forKey: .choices)
        case .list(let item): try container.encode(item, forKey: .items)
        case .map(let value): try container.encode(value, forKey: .values)
        case .either(let schemas): try container.encode(schemas, forKey: .either)
        case .object(let object):
            let fields = object.fields.map { ($0.name, $0.schema) }
            try container.encode(Dictionary(fields) { first, _ in first }, forKey: .fields)
            try container.encode(object.fields.filter(\.isRequired).map(\.name).sorted(), forKey: .required)
            try container.encode(object.isClosed, forKey: .isClosed)
            guard !object.relations.isEmpty else { return }
            try container.encode(object.relations.map(ConstraintText.text), forKey: .relations)
        case .boolean, .integer, .number, .text, .reference, .anything: break
        }
    }

    /// The kind as a shape; nil for one that a text cannot say.
    private var plainShape: ValueShape? {
        switch kind {
        case .boolean: .boolean
        case .integer: .integer
        case .number: .number
        case .text(let format): .text(format: format)
        case .anything: Self.anything
        case .reference(let name): .named(name)
        case .list(let item): item.wholeShape.map(ValueShape.list)
        case .map(let value): value.wholeShape.map(ValueShape.map)
        case .choice, .object, .either: nil
        }
    }

    /// The schema as a shape, if it has no constraints.
    private var wholeShape: ValueShape? {
        guard constraints.isEmpty, let plainShape else { return nil }
        return isNullable ? plainShape.orNull : plainShape
    }

    private static func plain(_ text: String, _ decoder: any Decoder) throws -> Schema {
        guard let shape = ValueShape(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a schema"))
        }
        return plain(shape)
    }

    private static func plain(_ shape: ValueShape) -> Schema {
        switch shape {
        case .boolean: Schema(.boolean)
        case .integer: Schema(.integer)
        case .number: Schema(.number)
        case anything: Schema(.anything)
        case .text(let format): Schema(.text(format: format))
        case .list(let item): Schema(.list(plain(item)))
        case .map(let value): Schema(.map(plain(value)))
        case .named(let name): Schema(.reference(name))
        case .nullable(let inner): plain(inner).orNull
        }
    }
}
