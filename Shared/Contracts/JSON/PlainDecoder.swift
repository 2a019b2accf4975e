import FoundationEssentials

/// Reads plain JSON many times faster than Foundation's decoder, which reads the rest.
///
/// A request and each of its events are decoded several times on their way, which cost more than all else that was done with
/// them. This decoder says no to whatever is out of the ordinary, or wrong, without a reason; then Foundation's looks at it,
/// and tells the field and the reason, or takes it after all.
package enum PlainJSON {
    /// Reads a value.
    ///
    /// - Parameters:
    ///   - type: Of the value.
    ///   - bytes: The JSON.
    ///   - isStrict: Whether every field must be one that the type looks at.
    /// - Returns: The value; nil if the text is not plain, or not of the value's shape.
    package static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8], isStrict: Bool) -> Value? {
        try? JSONTape.read(bytes) { tape in
            try PlainDecoder.value(type, in: PlainDecoder.Source(tape: tape, isStrict: isStrict), at: 0)
        }
    }
}

/// Decodes one value of a ``JSONTape``.
final class PlainDecoder: Decoder {
    /// Foundation's decoder is to say what there is to say.
    struct NotPlain: Error {}

    /// What all decoders of one text share.
    struct Source {
        let tape: JSONTape
        let isStrict: Bool
    }

    let source: Source
    let place: Int
    /// The members of an object that were looked at, a bit for each.
    private var seen: UInt64 = 0
    /// Where the member stands, and which one it is, that probably is asked for next: the one behind the last.
    private var likely: (name: Int, number: Int)
    /// Whether the type has looked into the JSON at all; one without fields does not.
    private var wasAsked = false

    init(_ source: Source, _ place: Int) {
        self.source = source
        self.place = place
        likely = (place + 1, 0)
    }

    // Paths are for errors, which Foundation's decoder tells.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func value<Value: Decodable>(_ type: Value.Type, in source: Source, at place: Int) throws -> Value {
        // Foundation has ways of its own to read these.
        guard type != Date.self, type != Data.self, type != URL.self, type != Decimal.self else { throw NotPlain() }
        let decoder = PlainDecoder(source, place)
        let value = try Value(from: decoder)
        if source.isStrict { try decoder.checkWhole() }
        return value
    }

    /// Whether there is nothing that the type has not looked at.
    private func checkWhole() throws {
        let value = source.tape.values[place]
        let isWhole = value.kind == .object ? seen.nonzeroBitCount == value.count : wasAsked
        guard isWhole else { throw NotPlain() }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard source.tape.values[place].kind == .object else { throw NotPlain() }
        return KeyedDecodingContainer(PlainKeyedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard source.tape.values[place].kind == .list else { throw NotPlain() }
        wasAsked = true
        return PlainUnkeyedContainer(source, place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        wasAsked = true
        return PlainSingleValueContainer(decoder: self)
    }

    /// Where the value of a member stands, which is noted as looked at; nil if there is none.
    func member(_ key: some CodingKey) -> Int? {
        let (tape, object) = (source.tape, source.tape.values[place])
        var text = key.stringValue
        return text.withUTF8 { expected in
            for _ in 0..<object.count {
                if likely.name == object.next { likely = (place + 1, 0) }
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

    /// What the value inside a wrapper has looked at was looked at.
    func noteWhole() {
        let value = source.tape.values[place]
        if value.kind == .object { seen = .max >> (UInt64.bitWidth - value.count) }
    }
}
