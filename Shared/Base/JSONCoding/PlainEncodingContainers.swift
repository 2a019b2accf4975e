/// Writes the members of an object.
struct PlainKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PlainEncoder

    var codingPath: [any CodingKey] { [] }

    /// Writes a member's name.
    private func name(_ key: Key) { encoder.output.pointee.writer.name(key.stringValue) }

    private func encode(integer: some FixedWidthInteger, _ key: Key) {
        name(key)
        encoder.write(integer: integer)
    }

    func encodeNil(forKey key: Key) {
        name(key)
        encoder.output.pointee.writer.null()
    }

    func encode(_ value: Bool, forKey key: Key) {
        name(key)
        encoder.output.pointee.writer.element(value)
    }

    func encode(_ value: String, forKey key: Key) {
        name(key)
        encoder.output.pointee.writer.element(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        name(key)
        try encoder.write(number: value)
    }

    // No contract uses this type; its digits are others than those of the same number as `Double`.
    func encode(_ value: Float, forKey key: Key) throws { throw PlainEncoder.NotPlain() }
    func encode(_ value: Int, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: Int8, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: Int16, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: Int32, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: Int64, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: UInt, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: UInt8, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: UInt16, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: UInt32, forKey key: Key) { encode(integer: value, key) }
    func encode(_ value: UInt64, forKey key: Key) { encode(integer: value, key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        name(key)
        try encoder.write(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(PlainKeyedEncodingContainer<Nested>(encoder: encoder.refuse()))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        PlainUnkeyedEncodingContainer(encoder: encoder.refuse())
    }

    func superEncoder() -> any Encoder { encoder.refuse() }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.refuse() }
}

/// Writes the elements of a list.
struct PlainUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: PlainEncoder
    private(set) var count = 0

    init(encoder: PlainEncoder) {
        self.encoder = encoder
    }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() {
        count += 1
        encoder.output.pointee.writer.null()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        count += 1
        try encoder.write(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(PlainKeyedEncodingContainer<Nested>(encoder: encoder.refuse()))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        PlainUnkeyedEncodingContainer(encoder: encoder.refuse())
    }

    func superEncoder() -> any Encoder { encoder.refuse() }
}

/// Writes a value that is no object and no list of its own.
struct PlainSingleValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: PlainEncoder

    var codingPath: [any CodingKey] { [] }

    private func encode(integer: some FixedWidthInteger) {
        encoder.begin(.single)
        encoder.write(integer: integer)
    }

    func encodeNil() {
        encoder.begin(.single)
        encoder.output.pointee.writer.null()
    }

    func encode(_ value: Bool) {
        encoder.begin(.single)
        encoder.output.pointee.writer.element(value)
    }

    func encode(_ value: String) {
        encoder.begin(.single)
        encoder.output.pointee.writer.element(value)
    }

    func encode(_ value: Double) throws {
        encoder.begin(.single)
        try encoder.write(number: value)
    }

    // Every type that encodes itself as a single value must be listed: the generic method would recurse forever.
    func encode(_ value: Float) throws { throw PlainEncoder.NotPlain() }
    func encode(_ value: Int) { encode(integer: value) }
    func encode(_ value: Int8) { encode(integer: value) }
    func encode(_ value: Int16) { encode(integer: value) }
    func encode(_ value: Int32) { encode(integer: value) }
    func encode(_ value: Int64) { encode(integer: value) }
    func encode(_ value: UInt) { encode(integer: value) }
    func encode(_ value: UInt8) { encode(integer: value) }
    func encode(_ value: UInt16) { encode(integer: value) }
    func encode(_ value: UInt32) { encode(integer: value) }
    func encode(_ value: UInt64) { encode(integer: value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.begin(.single)
        try encoder.write(value)
    }
}

extension PlainEncoder {
    fileprivate func write(integer: some FixedWidthInteger) {
        if integer >= 0 {
            output.pointee.writer.element(UInt64(truncatingIfNeeded: integer))
        } else {
            output.pointee.writer.element(Int64(truncatingIfNeeded: integer))
        }
    }
}
