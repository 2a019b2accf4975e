package import Contracts

/// The form of a JSON value: OpenAPI's schemas, TypeScript's types, examples and the page `/docs` are written from it.
package struct Schema: Equatable, Sendable {
    /// The type of a value, without its constraints.
    package indirect enum Kind: Equatable, Sendable {
        case boolean
        case integer
        case number
        /// A string, of a format if there is one.
        case text(format: String?)
        /// One of these strings.
        case choice([String])
        case list(Schema)
        /// An object with arbitrary keys and values of one schema.
        case map(Schema)
        case object(ObjectSchema)
        /// A component by its name.
        case reference(String)
        /// A value of one of these schemas.
        case either([Schema])
        /// Any JSON.
        case anything
    }

    package var kind: Kind
    package var isNullable = false
    /// What rules demand of this value.
    package var constraints: [Constraint] = []

    package init(_ kind: Kind, isNullable: Bool = false, constraints: [Constraint] = []) {
        self.kind = kind
        self.isNullable = isNullable
        self.constraints = constraints
    }

    static func text(_ constraints: Constraint...) -> Schema { Schema(.text(format: nil), constraints: constraints) }

    /// The sentences of constraints that no keyword says.
    package var sentences: [String] {
        constraints.compactMap { constraint in
            switch constraint {
            case .bytes(let most): "At most \(most) bytes in UTF-8."
            case .sentence(let sentence): sentence
            default: nil
            }
        }
    }
}

/// An object with known fields.
package struct ObjectSchema: Equatable, Sendable {
    /// A field of an object.
    package struct Field: Equatable, Sendable {
        package var name: String
        package var schema: Schema
        package var isRequired: Bool

        package init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    package var fields: [Field]
    /// True if no other fields are allowed, as in requests.
    package var isClosed: Bool
    /// Rules about several fields of this object, by their names in it.
    package var relations: [FieldConstraint] = []

    package init(_ fields: [Field], isClosed: Bool = false, relations: [FieldConstraint] = []) {
        self.fields = fields
        self.isClosed = isClosed
        self.relations = relations
    }

    package subscript(_ name: String) -> Field? { fields.first { $0.name == name } }
}
