import Contracts

/// Makes schemas of recorded shapes, and collects the named ones as components.
///
/// Types of replies are open, so that clients ignore fields of later versions; they require what the writer always
/// writes. Types of requests are closed, because requests are decoded strictly. A type that both contain has two
/// components, of which that of requests ends with `Input`.
struct SchemaBuilder {
    private static let inputSuffix = "Input"

    let types: [String: TypeShape]
    private(set) var components: [String: Schema] = [:]
    private var openTypes: Set<String> = []
    private var inProgress: Set<String> = []

    init(types: [String: TypeShape]) {
        self.types = types
    }

    /// Adds a component that is no recorded type.
    mutating func add(_ name: String, _ schema: Schema) { components[name] = schema }

    /// Returns the component's name of a type: without the dots of nested types.
    static func component(_ type: String) -> String { type.split(separator: ".").joined() }

    // MARK: Replies

    /// Returns the schema of a value that is sent; call it for all replies before the first request.
    mutating func reply(_ shape: ValueShape) -> Schema {
        switch shape {
        case .named(let type):
            let name = Self.component(type)
            if openTypes.insert(type).inserted { components[name] = open(type) }
            return Schema(.reference(name))
        case .list(let item): return Schema(.list(reply(item)))
        case .map(let value): return Schema(.map(reply(value)))
        case .nullable(let shape): return reply(shape).orNull
        case .boolean, .integer, .number, .text: return Self.simple(shape)
        }
    }

    private mutating func open(_ type: String) -> Schema {
        switch types[type] {
        case .choice(let values): Schema(.choice(values))
        case .object(let fields):
            Schema(
                .object(
                    ObjectSchema(
                        fields.map { .init($0.name, reply($0.shape), isRequired: $0.presence != .optional) }
                    )
                )
            )
        case nil: Schema(.anything)
        }
    }

    // MARK: Requests

    /// Returns the fields of a request type with its constraints.
    ///
    /// - Parameters:
    ///   - shape: The recorded shape of a contract.
    ///   - rules: Its rules; field names begin at the outermost object.
    ///   - name: The contract's name, for variants of types with different rules.
    /// - Returns: A closed object; empty if the shape is no object.
    mutating func request(_ shape: ValueShape, _ rules: [FieldConstraint], of name: String) -> ObjectSchema {
        guard case .named(let type) = shape, case .object(let fields) = types[type] else {
            return ObjectSchema([], isClosed: true)
        }
        return closed(fields, rules, of: name)
    }

    /// Returns one field of a request type with its constraints; nil if there is none of this name.
    mutating func field(_ name: String, of shape: ValueShape, _ rules: [FieldConstraint]) -> Schema? {
        guard case .named(let type) = shape, case .object(let fields) = types[type] else { return nil }
        return closed(fields.filter { $0.name == name }, rules, of: Self.component(type)).fields.first?.schema
    }

    private mutating func closed(_ fields: [FieldShape], _ rules: [FieldConstraint], of name: String) -> ObjectSchema {
        var object = ObjectSchema([], isClosed: true)
        for field in fields {
            let own = rules.compactMap { $0.within(field.name) }
            var schema = value(field.shape, own, of: name)
            let demands = own.filter { $0.isOwn }.map(\.constraint)
            let isRequired = field.presence == .required || demands.contains(.required)
            // A missing field and null are the same for an optional field, so a demanded one excludes null.
            if demands.contains(.required), field.presence != .required { schema.isNullable = false }
            object.fields.append(.init(field.name, schema, isRequired: isRequired))
        }
        object.relations = rules.filter { $0.isRelation(in: object) }
        return object
    }

    private mutating func value(_ shape: ValueShape, _ rules: [FieldConstraint], of name: String) -> Schema {
        let own = rules.filter(\.isOwn).map(\.constraint)
        var schema: Schema
        switch shape {
        case .nullable(let inner):
            schema = value(inner, rules, of: name).orNull
            if own.contains(.notNull) { schema.isNullable = false }
            return schema
        case .list(let item): schema = Schema(.list(value(item, rules.compactMap { $0.after("[]") }, of: name)))
        case .map(let item): schema = Schema(.map(value(item, rules.compactMap { $0.after("{}") }, of: name)))
        case .named(let type): schema = closedReference(type, rules.filter { !$0.isOwn }, of: name)
        case .boolean, .integer, .number, .text: schema = Self.simple(shape)
        }
        schema.constraints += own.filter { $0.isAboutValue }
        if schema.kind == .integer { schema.constraints.append(.format(Schema.integerFormat)) }
        return schema
    }

    /// Adds the component of a type with rules; another set of rules gets another component.
    private mutating func closedReference(_ type: String, _ rules: [FieldConstraint], of name: String) -> Schema {
        guard case .object(let fields) = types[type] else { return reply(.named(type)) }
        let plain = Self.component(type) + (openTypes.contains(type) ? Self.inputSuffix : "")
        // A type that contains itself refers to itself.
        guard inProgress.insert(plain).inserted else { return Schema(.reference(plain)) }
        defer { inProgress.remove(plain) }
        let schema = Schema(.object(closed(fields, rules, of: name)))
        if components[plain] == nil || components[plain] == schema {
            components[plain] = schema
            return Schema(.reference(plain))
        }
        let variant = plain + "Of" + name
        components[variant] = schema
        return Schema(.reference(variant))
    }

    private static func simple(_ shape: ValueShape) -> Schema {
        switch shape {
        case .boolean: Schema(.boolean)
        case .integer: Schema(.integer)
        case .number: Schema(.number)
        case .text("json"): Schema(.anything)
        case .text(let format): Schema(.text(format: format))
        case .list, .map, .named, .nullable: Schema(.anything)
        }
    }
}

extension Schema {
    /// The same schema, also accepting null.
    var orNull: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }
}

extension FieldConstraint {
    /// True if the constraint is about the value itself, after the names of its fields were removed.
    var isOwn: Bool { fields == [""] }

    /// Returns the constraint as seen from a field of the object; nil if it is about other fields.
    func within(_ field: String) -> FieldConstraint? {
        var rest: [String] = []
        for name in fields {
            guard name.hasPrefix(field) else { return nil }
            let tail = name.dropFirst(field.count)
            if tail.hasPrefix(".") {
                rest.append(String(tail.dropFirst()))
            } else if tail.isEmpty || tail.hasPrefix("[]") || tail.hasPrefix("{}") {
                rest.append(String(tail))
            } else {
                return nil
            }
        }
        // Two names that are the field itself, such as in a rule with a name twice, say nothing about its inside.
        return rest.isEmpty ? nil : FieldConstraint(rest, constraint)
    }

    /// Returns the constraint as seen from each item of a list or map; nil if it is about the whole.
    func after(_ mark: String) -> FieldConstraint? {
        guard fields.allSatisfy({ $0.hasPrefix(mark) }) else { return nil }
        return FieldConstraint(
            fields.map { field in
                let tail = field.dropFirst(mark.count)
                return String(tail.hasPrefix(".") ? tail.dropFirst() : tail)
            },
            constraint
        )
    }

    /// Returns whether the constraint is about several fields of an object, or a sentence about the object.
    fileprivate func isRelation(in object: ObjectSchema) -> Bool {
        if isOwn { return false }
        if fields.isEmpty { return constraint.isSentence }
        if fields.count == 1, !constraint.isAboutFields { return false }
        return fields.allSatisfy { object[$0] != nil }
    }
}

extension Constraint {
    fileprivate var isSentence: Bool { if case .sentence = self { true } else { false } }

    /// True for constraints between fields.
    var isAboutFields: Bool {
        switch self {
        case .exactlyOne, .atMostOne, .atLeastOne, .needs, .excludes: true
        default: false
        }
    }

    /// True for constraints that a schema of a value can say, or its description.
    fileprivate var isAboutValue: Bool {
        switch self {
        case .notNull, .required: false
        default: !isAboutFields
        }
    }
}
