/// The JSON shape of a value; in the baseline it is text, such as `[DiaryEntry]` or `string:uuid|null`.
package indirect enum ValueShape: Hashable, Sendable {
    case boolean
    case integer
    case number
    /// A string, of a format if there is one.
    case text(format: String?)
    case list(ValueShape)
    /// An object with arbitrary keys and values of one shape.
    case map(ValueShape)
    /// A type of the model, by name.
    case named(String)
    case nullable(ValueShape)

    static let text = ValueShape.text(format: nil)

    /// The same shape, also accepting null.
    var orNull: ValueShape {
        if case .nullable = self { self } else { .nullable(self) }
    }

    /// The same shape without null.
    var withoutNull: ValueShape {
        if case .nullable(let shape) = self { shape } else { self }
    }
}

extension ValueShape: LosslessStringConvertible {
    private static let nullMark = "|null"
    private static let formatMark = "string:"

    package init?(_ text: String) {
        switch text {
        case "": return nil
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .text
        case _ where text.hasSuffix(Self.nullMark):
            guard let shape = ValueShape(String(text.dropLast(Self.nullMark.count))) else { return nil }
            self = .nullable(shape)
        case _ where text.hasPrefix("[") && text.hasSuffix("]"):
            guard let shape = ValueShape(String(text.dropFirst().dropLast())) else { return nil }
            self = .list(shape)
        case _ where text.hasPrefix("{") && text.hasSuffix("}"):
            guard let shape = ValueShape(String(text.dropFirst().dropLast())) else { return nil }
            self = .map(shape)
        case _ where text.hasPrefix(Self.formatMark):
            self = .text(format: String(text.dropFirst(Self.formatMark.count)))
        default: self = .named(text)
        }
    }

    package var description: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text(nil): "string"
        case .text(let format?): Self.formatMark + format
        case .list(let shape): "[\(shape)]"
        case .map(let shape): "{\(shape)}"
        case .named(let name): name
        case .nullable(let shape): "\(shape)" + Self.nullMark
        }
    }
}

extension ValueShape: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let shape = ValueShape(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a shape")
        }
        self = shape
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
