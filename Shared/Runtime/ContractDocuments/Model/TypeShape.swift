/// The JSON shape of a named type.
package enum TypeShape: Equatable, Sendable {
    /// Fields in the order in which the type reads them.
    case object([FieldShape])
    /// One of these strings.
    case choice([String])
}

/// A field of an object.
package struct FieldShape: Equatable, Sendable {
    /// Whether the field is present in the JSON.
    package enum Presence: String, Sendable {
        /// The reader requires it.
        case required
        /// The writer always writes it, possibly as null; the reader does not require it.
        case written
        /// It may be missing.
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

/// Encodes an object as `{"name": "optional string|null"}` and a choice as a list.
extension TypeShape: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // JSON other than a list is an object, and decoding it reports what is wrong.
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
