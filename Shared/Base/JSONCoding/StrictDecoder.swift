/// Wraps a decoder so that unknown fields are errors.
///
/// Synthesised `Codable` ignores unknown fields. This decoder compares every object's keys with the keys that the
/// type's containers can name. If a type reads one object through several containers, as for fields of another type,
/// their union counts. Such a type makes all containers even if a field is wrong, with ``Decodable/claimFields(in:)``,
/// so that known fields are never reported as unknown.
struct StrictDecoder: Decoder {
    let base: any Decoder
    let claims: FieldClaims

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try base.container(keyedBy: type)
        try claims.claim(type, in: base)
        return KeyedDecodingContainer(StrictKeyedContainer(base: container, decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        claims.wasRead = true
        return StrictUnkeyedContainer(base: try base.unkeyedContainer(), decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        claims.wasRead = true
        return StrictSingleValueContainer(base: try base.singleValueContainer())
    }
}

/// The fields of one JSON object that no container has claimed yet.
final class FieldClaims {
    private(set) var unclaimed: Set<String>?
    /// Whether the type has read anything; a type without fields does not.
    var wasRead = false

    /// Claims the fields that a container can name.
    func claim<Key: CodingKey>(_ type: Key.Type, in decoder: any Decoder) throws {
        wasRead = true
        if let unclaimed {
            self.unclaimed = unclaimed.filter { Key(stringValue: $0) == nil }
            return
        }
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
        unclaimed = Set(keys.lazy.map(\.stringValue).filter { Key(stringValue: $0) == nil })
    }
}

extension Decodable {
    /// Makes this type's containers of an object that another type reads too, after an error in one of its own fields.
    package static func claimFields(in decoder: any Decoder) { _ = try? Self(from: decoder) }
}

/// A key with any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The key type of a type without fields.
private struct NoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// A value without unknown fields, also in all nested values.
///
/// Decoding it throws a ``ShapeError`` with every field that the decoder found to be wrong.
package struct Strict<Value: Decodable>: Decodable {
    package let value: Value

    package init(from decoder: any Decoder) throws {
        let claims = FieldClaims()
        do {
            value = try Value(from: StrictDecoder(base: decoder, claims: claims))
            if !claims.wasRead { try claims.claim(NoKey.self, in: decoder) }
        } catch {
            var shape = ShapeError(error)
            shape.add(unknown: claims.unclaimed ?? [], at: decoder.codingPath)
            throw shape
        }
        if let unknown = claims.unclaimed, !unknown.isEmpty {
            var shape = ShapeError()
            shape.add(unknown: unknown, at: decoder.codingPath)
            throw shape
        }
    }
}

private struct StrictKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let decoder: StrictDecoder

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try base.decode(type, forKey: key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try base.decode(type, forKey: key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try number(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try number(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try number(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try number(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try number(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try number(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try number(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try number(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try number(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try number(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try number(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try number(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try base.decode(Strict<Value>.self, forKey: key).value
    }

    /// Reports the field of a number that is out of range, which Foundation's error does not contain.
    private func number<Number: Decodable>(_ type: Number.Type, _ key: Key) throws -> Number {
        do {
            return try base.decode(type, forKey: key)
        } catch let error where !(error is DecodingError) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codingPath + [key], debugDescription: "a number within range")
            )
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type, forKey: key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: key)
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
}

private struct StrictUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let decoder: StrictDecoder

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try base.decode(Strict<Value>.self).value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}

private struct StrictSingleValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decodeStrictly(type) }
    func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    func decode(_ type: Double.Type) throws -> Double { try base.decode(type) }
    func decode(_ type: Int.Type) throws -> Int { try base.decode(type) }
    // Every type that decodes itself from a single value must be listed: the generic method would recurse forever.
    func decode(_ type: Float.Type) throws -> Float { try base.decode(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try base.decode(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try base.decode(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try base.decode(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try base.decode(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try base.decode(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try base.decode(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try base.decode(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try base.decode(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try base.decode(type) }

    private func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try base.decode(Strict<Value>.self).value
    }
}
