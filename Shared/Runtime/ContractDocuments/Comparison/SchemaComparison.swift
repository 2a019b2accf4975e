import Contracts

/// Compares the schemas of two versions of the HTTP interface recursively, each pair of types once for each role.
struct SchemaComparison {
    /// Whether clients write a value or read it.
    enum Role: Hashable {
        /// A client of the older version writes it, and the newer server reads it.
        case request
        /// The newer server writes it, and a client of the older version reads it.
        case reply

        var name: String {
            switch self {
            case .request: "HTTP requests"
            case .reply: "HTTP replies"
            }
        }

        /// The verdict if more values are possible than before: clients may send them once the server is upgraded.
        var widened: ContractChange.Verdict { self == .request ? .servicesFirst : .breaking }
        /// The verdict if fewer values are possible: newer clients may rely on it once the server is upgraded.
        var narrowed: ContractChange.Verdict { self == .request ? .breaking : .servicesFirst }
    }

    private struct Visit: Hashable {
        let old: String
        let new: String
        let role: Role
    }

    let old: [String: Schema]
    let new: [String: Schema]
    var changes: [ContractChange] = []
    private var visits: Set<Visit> = []

    init(old: [String: Schema], new: [String: Schema]) {
        self.old = old
        self.new = new
    }

    mutating func add(_ verdict: ContractChange.Verdict, _ sentence: String) {
        changes.append(ContractChange(verdict: verdict, sentence: sentence))
    }

    /// Compares the schemas of a value.
    ///
    /// - Parameters:
    ///   - before: The schema of the older version.
    ///   - after: The schema of the newer version.
    ///   - role: Whether clients write or read the value.
    ///   - path: What has the value, for sentences.
    mutating func compare(_ before: Schema, _ after: Schema, _ role: Role, at path: String) {
        let (oldTarget, newTarget) = (Self.target(of: before, in: old), Self.target(of: after, in: new))
        compareNull(before.isNullable || oldTarget.isNullable, after.isNullable || newTarget.isNullable, role, at: path)
        // Values of replies are calculated, so rules are about requests.
        if role == .request {
            compare(constraints: before.constraints, after.constraints, at: path)
        }
        var name = path
        if case .reference(let oldName) = before.kind, case .reference(let newName) = after.kind {
            guard visits.insert(Visit(old: oldName, new: newName, role: role)).inserted else { return }
            name = newName
        }
        compare(kind: oldTarget.kind, newTarget.kind, role, at: path, name: name)
    }

    /// Returns the schema that a reference names; a missing one is any JSON.
    private static func target(of schema: Schema, in components: [String: Schema]) -> Schema {
        guard case .reference(let name) = schema.kind else { return schema }
        return components[name] ?? Schema(.anything)
    }

    private mutating func compareNull(_ before: Bool, _ after: Bool, _ role: Role, at path: String) {
        if before, !after { add(role.narrowed, "\(path) may no longer be null in \(role.name)") }
        if !before, after { add(role.widened, "\(path) may now be null in \(role.name)") }
    }

    private mutating func compare(
        kind before: Schema.Kind,
        _ after: Schema.Kind,
        _ role: Role,
        at path: String,
        name: String
    ) {
        switch (before, after) {
        case (.object(let before), .object(let after)): compare(objects: before, after, role, name: name)
        case (.choice(let before), .choice(let after)): compare(choices: before, after, role, at: name)
        case (.list(let before), .list(let after)): compare(before, after, role, at: "\(path)[]")
        case (.map(let before), .map(let after)): compare(before, after, role, at: "\(path){}")
        case (.either(let before), .either(let after)): compare(alternatives: before, after, role, at: path)
        case (.either(let before), _): compare(alternatives: before, [Schema(after)], role, at: path)
        case (_, .either(let after)): compare(alternatives: [Schema(before)], after, role, at: path)
        default:
            guard before != after else { return }
            let sentence = "\(path) was \(before.name) and is \(after.name) in \(role.name)"
            if Self.holds(after, all: before) {
                add(role.widened, sentence)
            } else {
                add(Self.holds(before, all: after) ? role.narrowed : .breaking, sentence)
            }
        }
    }

    /// Returns whether every value of the narrower kind is a value of the wider one.
    private static func holds(_ wider: Schema.Kind, all narrower: Schema.Kind) -> Bool {
        switch (narrower, wider) {
        case (_, .anything), (.integer, .number), (.text, .text(nil)), (.choice, .text(nil)),
            (.text("date"), .text("date-or-today")):
            true
        default: false
        }
    }

    private mutating func compare(alternatives before: [Schema], _ after: [Schema], _ role: Role, at path: String) {
        for (old, new) in zip(before, after) { compare(old, new, role, at: path) }
        for schema in before.dropFirst(after.count) {
            add(role.narrowed, "\(path) can no longer be \(schema.kind.name) in \(role.name)")
        }
        for schema in after.dropFirst(before.count) {
            add(role.widened, "\(path) can now also be \(schema.kind.name) in \(role.name)")
        }
    }

    mutating func compare(choices before: [String], _ after: [String], _ role: Role, at path: String) {
        for value in before where !after.contains(value) {
            add(role.narrowed, "\(path) no longer has the value \(value) in \(role.name)")
        }
        for value in after where !before.contains(value) {
            add(role.widened, "\(path) has the new value \(value) in \(role.name)")
        }
    }

    private mutating func compare(objects before: ObjectSchema, _ after: ObjectSchema, _ role: Role, name: String) {
        for field in before.fields {
            let path = "\(name).\(field.name)"
            guard let other = after[field.name] else {
                // Requests are read strictly.
                add(.breaking, "\(path) was removed from \(role.name)")
                continue
            }
            if field.isRequired, !other.isRequired {
                add(role.widened, "\(path) may now be omitted from \(role.name)")
            } else if !field.isRequired, other.isRequired {
                add(role.narrowed, "\(path) may no longer be omitted from \(role.name)")
            }
            compare(field.schema, other.schema, role, at: path)
        }
        for field in after.fields where before[field.name] == nil {
            let ifOptional: ContractChange.Verdict = role == .request ? .servicesFirst : .compatible
            add(
                field.isRequired ? role.narrowed : ifOptional,
                "\(name).\(field.name) was added to \(role.name)\(field.isRequired ? ", and is required" : "")"
            )
        }
        if before.isClosed != after.isClosed {
            let sentence =
                "\(name) \(after.isClosed ? "no longer allows" : "now allows") unknown fields in \(role.name)"
            add(after.isClosed ? role.narrowed : role.widened, sentence)
        }
        if role == .request { compare(relationsOf: before, after, name: name) }
    }
}

extension Schema.Kind {
    /// The kind in sentences.
    var name: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text(nil): "string"
        case .text(let format?): "string of the format \(format)"
        case .choice(let values): "one of \(values.joined(separator: ", "))"
        case .list(let item): "list of \(item.kind.name)"
        case .map(let value): "map of \(value.kind.name)"
        case .object: "object"
        case .reference(let name): name
        case .either(let schemas): schemas.map(\.kind.name).joined(separator: " or ")
        case .anything: "any JSON"
        }
    }
}
