/// An optional that is encoded as `null` if it is nil, instead of being omitted: unknown is null, never 0.
@propertyWrapper
public struct Nullable<Value: Codable & Sendable>: Codable, Sendable {
    public var wrappedValue: Value?

    @inlinable public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    @inlinable public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    @inlinable public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension Nullable: Equatable where Value: Equatable {}

extension KeyedDecodingContainer {
    /// Decodes a missing field as null.
    @inlinable public func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes null for nil; the value needs no encoder of its own.
    @inlinable public mutating func encode<Value>(_ nullable: Nullable<Value>, forKey key: Key) throws {
        if let value = nullable.wrappedValue { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
}
