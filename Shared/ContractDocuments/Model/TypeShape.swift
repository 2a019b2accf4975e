/// What a named type looks like in JSON.
package enum TypeShape: Equatable, Sendable {
    /// Fields in the order in which the type reads them.
    case object([FieldShape])
    /// One of these strings.
    case choice([String])
}

/// A field of an object.
package struct FieldShape: Equatable, Sendable {
    /// Whether the field stands in the JSON.
    package enum Presence: String, Sendable {
        /// Who reads demands it.
        case required
        /// Who writes always does, be it null; who reads does without.
        case written
        /// It may be left out.
        case optional
    }

    package var name: String
    package var shape: ValueShape
    package var presence: Presence

    package init(_ name: String, _ shape: ValueShape, _ presence: Presence = .required) {
        self.name = name
        self.shape = shape
        self.presence = presence
    }
}

/// An object is `{"name": "optional string|null"}`, a choice is a list.
extension TypeShape: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let values = try? container.decode([String].self) {
            self = .choice(values)
            return
        }
        let fields = try container.decode([String: String].self).sorted { $0.key < $1.key }
        self = .object(
            try fields.map { name, text in
                let words = text.split(separator: " ", maxSplits: 1).map(String.init)
                guard let last = words.last, let shape = ValueShape(last),
                    let presence = words.count == 1 ? .required : FieldShape.Presence(rawValue: words[0])
                else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "a field's shape") }
                return FieldShape(name, shape, presence)
            }
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .choice(let values): try container.encode(values)
        case .object(let fields):
            let texts = fields.map { field in
                (field.name, field.presence == .required ? "\(field.shape)" : "\(field.presence) \(field.shape)")
            }
            try container.encode(Dictionary(uniqueKeysWithValues: texts))
        }
    }
}
