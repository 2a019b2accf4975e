import FoundationEssentials

/// Decodes plain JSON many times faster than Foundation's decoder, which handles the rest.
///
/// Requests and events are decoded several times on their way, which cost more than all other work on them. This
/// decoder rejects unusual or invalid JSON without a reason. Then Foundation's decoder runs, which reports field and
/// reason or accepts the text.
package enum PlainJSON {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The JSON.
    ///   - isStrict: Whether every field must be one that the type reads.
    /// - Returns: The value; nil if the text is not plain, or does not match the type.
    package static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], isStrict: Bool) -> Value? {
        try? JSONTape.read(bytes) { tape in
            try PlainDecoder.value(type, in: PlainDecoder.Source(tape: tape, isStrict: isStrict), at: 0)
        }
    }
}

/// Decodes one value of a ``JSONTape``.
final class PlainDecoder: Decoder {
    /// Thrown to leave the text to Foundation's decoder.
    struct NotPlain: Error {}

    /// The state that all decoders of a text share.
    struct Source {
        let tape: JSONTape
        let isStrict: Bool
    }

    let source: Source
    let index: Int
    /// Bit set of the object's members that were read.
    private var seen: UInt64 = 0
    /// The member that is probably requested next: its name's index on the tape, and its number in the object.
    private var likely: (name: Int, number: Int)
    /// Whether the type has read anything; a type without fields does not.
    private var wasRead = false

    init(_ source: Source, _ index: Int) {
        self.source = source
        self.index = index
        likely = (index + 1, 0)
    }

    // Paths are for errors, which Foundation's decoder reports.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func value<Value: Decodable>(_ type: Value.Type, in source: Source, at index: Int) throws -> Value {
        // Foundation's decoder has special formats for these types.
        guard type != Date.self, type != Data.self, type != URL.self, type != Decimal.self else { throw NotPlain() }
        let decoder = PlainDecoder(source, index)
        let value = try Value(from: decoder)
        if source.isStrict { try decoder.checkWhole() }
        return value
    }

    /// Throws if the value contains members that the type has not read.
    private func checkWhole() throws {
        let value = source.tape.values[index]
        let isWhole = value.kind == .object ? seen.nonzeroBitCount == value.count : wasRead
        guard isWhole else { throw NotPlain() }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard source.tape.values[index].kind == .object else { throw NotPlain() }
        return KeyedDecodingContainer(PlainKeyedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard source.tape.values[index].kind == .list else { throw NotPlain() }
        wasRead = true
        return PlainUnkeyedContainer(source, index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        wasRead = true
        return PlainSingleValueContainer(decoder: self)
    }

    /// Returns the index of a member's value and records it as read; nil if there is none.
    func member(_ key: some CodingKey) -> Int? {
        let (tape, object) = (source.tape, source.tape.values[index])
        var text = key.stringValue
        return text.withUTF8 { expected in
            for _ in 0..<object.count {
                if likely.name == object.next { likely = (index + 1, 0) }
                let (name, number) = likely
                likely = (tape.values[name + 1].next, number + 1)
                if tape.isText(name, expected) {
                    seen |= 1 << UInt64(number)
                    return name + 1
                }
            }
            return nil
        }
    }

    /// Records all members as read; the wrapped value has checked them itself.
    func markAllRead() {
        let value = source.tape.values[index]
        if value.kind == .object { seen = .max >> (UInt64.bitWidth - value.count) }
    }
}
