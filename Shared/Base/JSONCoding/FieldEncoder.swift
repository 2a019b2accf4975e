/// Encodes the members of an object like `KeyedEncodingContainer`, and several times faster into ``PlainJSON``.
///
/// The keys of a keyed container are of any type, so it looks up metadata for each object, and calls each member
/// through tables. This one is compiled for the keys of one type. It is for types of which a message has many, such as
/// foods and entries.
@usableFromInline
package struct FieldEncoder<Key: CodingKey> {
    /// The container of another encoder: in a class, because the compiler does not know its size.
    @usableFromInline
    final class Container {
        @usableFromInline var keyed: KeyedEncodingContainer<Key>

        @usableFromInline
        init(_ keyed: KeyedEncodingContainer<Key>) { self.keyed = keyed }
    }

    @usableFromInline let plain: PlainEncoder?
    @usableFromInline let other: Container?

    /// Begins an object, or continues the one that the encoder has begun.
    ///
    /// - Parameters:
    ///   - encoder: The encoder of the value.
    ///   - keys: The keys; JSON must need no escapes in their names.
    @inlinable
    package init(_ encoder: any Encoder, _ keys: Key.Type) {
        plain = encoder as? PlainEncoder
        other = plain == nil ? Container(encoder.container(keyedBy: keys)) : nil
        plain?.begin(.object)
    }

    @usableFromInline
    init(_ plain: PlainEncoder) {
        self.plain = plain
        other = nil
    }

    /// Continues the object of an encoder with other keys.
    @inlinable
    package func continued<Other: CodingKey>(_ encoder: any Encoder, _ keys: Other.Type) -> FieldEncoder<Other> {
        if let plain { FieldEncoder<Other>(plain) } else { FieldEncoder<Other>(encoder, keys) }
    }

    @inlinable
    package func encode(_ text: String, forKey key: Key) throws {
        if let plain { plain.member(key.stringValue, text) } else { try other?.keyed.encode(text, forKey: key) }
    }

    @inlinable
    package func encode(_ number: Double, forKey key: Key) throws {
        if let plain { try plain.member(key.stringValue, number) } else { try other?.keyed.encode(number, forKey: key) }
    }

    @inlinable
    package func encode(_ number: Int, forKey key: Key) throws {
        if let plain { plain.member(key.stringValue, number) } else { try other?.keyed.encode(number, forKey: key) }
    }

    @inlinable
    package func encode(_ value: some Encodable, forKey key: Key) throws {
        if let plain { try plain.member(key.stringValue, value) } else { try other?.keyed.encode(value, forKey: key) }
    }

    @inlinable
    package func encodeNil(forKey key: Key) throws {
        if let plain { plain.nullMember(key.stringValue) } else { try other?.keyed.encodeNil(forKey: key) }
    }

    /// Encodes null for nil.
    @inlinable
    package func encode(nullable text: String?, forKey key: Key) throws {
        if let text { try encode(text, forKey: key) } else { try encodeNil(forKey: key) }
    }

    /// Encodes null for nil.
    @inlinable
    package func encode(nullable number: Double?, forKey key: Key) throws {
        if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
    }

    /// Encodes null for nil.
    @inlinable
    package func encode(nullable value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    /// Omits nil.
    @inlinable
    package func encodeIfPresent(_ text: String?, forKey key: Key) throws {
        if let text { try encode(text, forKey: key) }
    }

    /// Omits nil.
    @inlinable
    package func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
}

// The members of an object, for ``FieldEncoder``.
extension PlainEncoder {
    @usableFromInline
    func member(_ name: String, _ text: String) {
        output.pointee.writer.name(withoutEscapes: name)
        output.pointee.writer.element(text)
    }

    @usableFromInline
    func member(_ name: String, _ number: Double) throws {
        output.pointee.writer.name(withoutEscapes: name)
        try write(number: number)
    }

    @usableFromInline
    func member(_ name: String, _ number: Int) {
        output.pointee.writer.name(withoutEscapes: name)
        output.pointee.writer.element(Int64(number))
    }

    @usableFromInline
    func member(_ name: String, _ value: some Encodable) throws {
        output.pointee.writer.name(withoutEscapes: name)
        try write(value)
    }

    @usableFromInline
    func nullMember(_ name: String) {
        output.pointee.writer.name(withoutEscapes: name)
        output.pointee.writer.null()
    }
}
