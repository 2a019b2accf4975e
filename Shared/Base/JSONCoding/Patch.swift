/// The change of one field: absent leaves it unchanged, null clears it, a value sets it.
public enum Patch<Value: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    case unchanged
    case cleared
    case set(Value)

    @inlinable public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .cleared : .set(try container.decode(Value.self))
    }

    @inlinable public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self {
            try container.encode(value)
        } else {
            try container.encodeNil()
        }
    }

    /// The new value, if one is set.
    @inlinable public var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    /// Whether the field is present in the change.
    @inlinable public var isChange: Bool { self != .unchanged }

    /// Returns the field after the change.
    @inlinable public func applied(to current: Value?) -> Value? {
        switch self {
        case .unchanged: current
        case .cleared: nil
        case .set(let value): value
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a missing field as unchanged.
    @inlinable public func decode<Value>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .unchanged }
        return try decodeNil(forKey: key) ? .cleared : .set(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Omits an unchanged field.
    @inlinable public mutating func encode<Value>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .unchanged: return
        case .cleared: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
