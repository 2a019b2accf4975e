/// A keyed container over the members of an object.
struct PlainKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PlainDecoder

    private var tape: JSONTape { decoder.tape }
    var codingPath: [any CodingKey] { [] }

    /// The keys that the type knows; others are not recorded as read, so that strict decoding rejects them.
    var allKeys: [Key] {
        var keys: [Key] = []
        var name = decoder.index + 1
        while name < tape.values[decoder.index].next {
            if let key = tape.text(at: name).flatMap(Key.init(stringValue:)) { keys.append(key) }
            name = tape.values[name + 1].next
        }
        return keys
    }

    private func required(_ key: Key) throws -> Int {
        guard let index = decoder.member(key) else { throw PlainDecoder.NotPlain() }
        return index
    }

    /// The index of a member's value; nil if it is missing or null.
    private func present(_ key: Key) -> Int? {
        guard let index = decoder.member(key), tape.values[index].kind != .null else { return nil }
        return index
    }

    func contains(_ key: Key) -> Bool { decoder.member(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { tape.values[try required(key)].kind == .null }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try tape.required(type, required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try tape.required(type, required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try tape.required(type, required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try tape.required(type, required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try tape.required(type, required(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try PlainDecoder.value(type, in: decoder.source, at: required(key))
    }

    // The default implementations would look up the field three times, and `map` would not be specialised.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let index = present(key) else { return nil }
        return try tape.required(type, index)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let index = present(key) else { return nil }
        return try tape.required(type, index)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let index = present(key) else { return nil }
        return try tape.required(type, index)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let index = present(key) else { return nil }
        return try tape.required(type, index)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = present(key) else { return nil }
        return try PlainDecoder.value(type, in: decoder.source, at: index)
    }

    // Other number types, which no hot contract uses, and nested containers are left to Foundation.
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw PlainDecoder.NotPlain() }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try tape.required(type, required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try tape.required(type, required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try tape.required(type, required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try tape.required(type, required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try tape.required(type, required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try tape.required(type, required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try tape.required(type, required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try tape.required(type, required(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw PlainDecoder.NotPlain() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw PlainDecoder.NotPlain()
    }

    func superDecoder() throws -> any Decoder { throw PlainDecoder.NotPlain() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw PlainDecoder.NotPlain() }
}

/// An unkeyed container over the elements of a list.
///
/// Has 24 bytes at most, so that it fits into `any UnkeyedDecodingContainer`.
struct PlainUnkeyedContainer: UnkeyedDecodingContainer {
    private let source: UnsafePointer<PlainDecoder.Source>
    private let list: UInt32
    /// The index of the next element on the tape.
    private var next: UInt32
    private var read: UInt32 = 0

    init(_ source: UnsafePointer<PlainDecoder.Source>, _ index: Int) {
        self.source = source
        list = UInt32(truncatingIfNeeded: index)
        next = list + 1
    }

    private var tape: JSONTape { source.pointee.tape }
    var codingPath: [any CodingKey] { [] }
    var count: Int? { tape.values[Int(list)].count }
    var currentIndex: Int { Int(read) }
    var isAtEnd: Bool { Int(next) == tape.values[Int(list)].next }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw PlainDecoder.NotPlain() }
        guard tape.values[Int(next)].kind == .null else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else { throw PlainDecoder.NotPlain() }
        let value = try PlainDecoder.value(type, in: source, at: Int(next))
        advance()
        return value
    }

    private mutating func advance() {
        next = UInt32(truncatingIfNeeded: tape.values[Int(next)].next)
        read += 1
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw PlainDecoder.NotPlain() }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw PlainDecoder.NotPlain() }
    mutating func superDecoder() throws -> any Decoder { throw PlainDecoder.NotPlain() }
}

/// A single-value container.
struct PlainSingleValueContainer: SingleValueDecodingContainer {
    let decoder: PlainDecoder

    private var tape: JSONTape { decoder.tape }
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { tape.values[decoder.index].kind == .null }
    func decode(_ type: String.Type) throws -> String { try tape.required(type, decoder.index) }
    func decode(_ type: Bool.Type) throws -> Bool { try tape.required(type, decoder.index) }
    func decode(_ type: Double.Type) throws -> Double { try tape.required(type, decoder.index) }
    // Every type that decodes itself from a single value must be listed: the generic method would recurse forever.
    func decode(_ type: Float.Type) throws -> Float { throw PlainDecoder.NotPlain() }
    func decode(_ type: Int.Type) throws -> Int { try tape.required(type, decoder.index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try tape.required(type, decoder.index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try tape.required(type, decoder.index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try tape.required(type, decoder.index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try tape.required(type, decoder.index) }
    func decode(_ type: UInt.Type) throws -> UInt { try tape.required(type, decoder.index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try tape.required(type, decoder.index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try tape.required(type, decoder.index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try tape.required(type, decoder.index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try tape.required(type, decoder.index) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // It checks that the type reads the whole value.
        try PlainDecoder.value(type, in: decoder.source, at: decoder.index)
    }
}

extension JSONTape {
    /// Decodes an object with strings as values.
    func requiredTexts(_ index: Int) throws -> [String: String] {
        guard values[index].kind == .object else { throw PlainDecoder.NotPlain() }
        var texts: [String: String] = [:]
        var name = index + 1
        while name < values[index].next {
            texts[try required(String.self, name)] = try required(String.self, name + 1)
            values[name].wasRead = true
            name = values[name + 1].next
        }
        return texts
    }

    func required(_ type: String.Type, _ index: Int) throws -> String {
        guard let text = text(at: index) else { throw PlainDecoder.NotPlain() }
        return text
    }

    func required(_ type: Double.Type, _ index: Int) throws -> Double {
        guard let number = number(at: index) else { throw PlainDecoder.NotPlain() }
        return number
    }

    func required<Number: FixedWidthInteger>(_ type: Number.Type, _ index: Int) throws -> Number {
        guard let number = integer(at: index).flatMap(Number.init(exactly:)) else { throw PlainDecoder.NotPlain() }
        return number
    }

    func required(_ type: Bool.Type, _ index: Int) throws -> Bool {
        switch values[index].kind {
        case .yes: true
        case .no: false
        default: throw PlainDecoder.NotPlain()
        }
    }
}
