/// Writes shapes as JSON Schema, in the keywords that draft 7 (the base of AsyncAPI 3) and 2020-12 share.
///
/// Types that a request can contain are closed (`additionalProperties: false`) and require what their reader requires,
/// because requests are decoded strictly. All others are open, because replies and events are decoded tolerantly. They
/// require what their writer always writes. A type used in both is described as part of a request.
struct JSONSchemaWriter {
    let types: [String: TypeShape]
    private let strictTypes: Set<String>

    init(_ model: ContractModel) {
        types = model.types
        var strict: Set<String> = []
        var pending = model.methods.values.map(\.request) + [model.frame.requestHeader]
        while let shape = pending.popLast() {
            guard let name = shape.typeName, strict.insert(name).inserted else { continue }
            if case .object(let fields) = model.types[name] { pending += fields.map(\.shape) }
        }
        strictTypes = strict
    }

    /// The schemas of all types, by name.
    var schemas: YAML {
        .map(
            types.sorted { $0.key < $1.key }.map {
                YAML.Entry($0.key, schema(of: $0.value, isStrict: isStrict($0.key)))
            }
        )
    }

    func schema(of shape: ValueShape) -> YAML {
        switch shape {
        case .boolean: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .text(nil): ["type": "string"]
        case .text("date-or-today"): ["anyOf": [["type": "string", "format": "date"], ["const": "today"]]]
        case .text("json"): ["type": "string", "contentMediaType": "application/json"]
        case .text(let format?): ["type": "string", "format": .string(format)]
        case .list(let item): ["type": "array", "items": schema(of: item)]
        case .map(let value): ["type": "object", "additionalProperties": schema(of: value)]
        case .named(let name): .reference("components", "schemas", name)
        case .nullable(let shape): orNull(schema(of: shape))
        }
    }

    private func isStrict(_ name: String) -> Bool { strictTypes.contains(name) }

    private func schema(of type: TypeShape, isStrict: Bool) -> YAML {
        switch type {
        case .choice(let values): return ["type": "string", "enum": .list(values.map(YAML.string))]
        case .object(let fields):
            var entries = [YAML.Entry("type", "object")]
            let required = fields.filter { $0.presence == .required || ($0.presence == .written && !isStrict) }
            if !required.isEmpty { entries.append(.init("required", .list(required.map { .string($0.name) }))) }
            let properties = fields.map { YAML.Entry($0.name, schema(of: $0.shape)) }
            if !properties.isEmpty { entries.append(.init("properties", .map(properties))) }
            if isStrict { entries.append(.init("additionalProperties", false)) }
            return .map(entries)
        }
    }

    private func orNull(_ schema: YAML) -> YAML {
        if case .map(var entries) = schema, case .string(let type) = entries.first?.value, entries[0].key == "type" {
            entries[0].value = [.string(type), "null"]
            return .map(entries)
        }
        return ["anyOf": [schema, ["type": "null"]]]
    }
}

extension ValueShape {
    /// The named type that the shape is, contains as item or value, or makes nullable.
    fileprivate var typeName: String? {
        switch self {
        case .named(let name): name
        case .list(let shape), .map(let shape), .nullable(let shape): shape.typeName
        case .boolean, .integer, .number, .text: nil
        }
    }
}
