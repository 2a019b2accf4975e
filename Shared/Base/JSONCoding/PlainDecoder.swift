#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
            try withUnsafePointer(to: PlainDecoder.Source(tape: tape, isStrict: isStrict)) { source in
                try PlainDecoder.value(type, in: source, at: 0)
            }
        }
    }
}

/// Decodes one value of a ``JSONTape``.
///
/// Consists of a pointer and a number, so that it needs no memory and no reference counting. What it has read is
/// recorded on the tape. It is valid only while the tape is.
struct PlainDecoder: Decoder {
    /// Thrown to leave the text to Foundation's decoder.
    struct NotPlain: Error {}

    /// The state that all decoders of a text share.
    struct Source {
        let tape: JSONTape
        let isStrict: Bool
    }

    let source: UnsafePointer<Source>
    let index: Int

    var tape: JSONTape { source.pointee.tape }
    // Paths are for errors, which Foundation's decoder reports.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func value<Value: Decodable>(
        _ type: Value.Type,
        in source: UnsafePointer<Source>,
        at index: Int
    ) throws -> Value {
        // These do without a decoder of their own.
        let tape = source.pointee.tape
        if type == String.self { return unsafeBitCast(try tape.required(String.self, index), to: Value.self) }
        if type == Double.self { return unsafeBitCast(try tape.required(Double.self, index), to: Value.self) }
        if type == Int.self { return unsafeBitCast(try tape.required(Int.self, index), to: Value.self) }
        if type == Bool.self { return unsafeBitCast(try tape.required(Bool.self, index), to: Value.self) }
        if type == [String: String].self { return unsafeBitCast(try tape.requiredTexts(index), to: Value.self) }
        // Foundation's decoder has special formats for these types.
        guard type != Date.self, type != Data.self, type != URL.self, type != Decimal.self else { throw NotPlain() }
        let decoder = PlainDecoder(source: source, index: index)
        if source.pointee.isStrict { decoder.forgetReads() }
        let value = try Value(from: decoder)
        if source.pointee.isStrict, !decoder.hasReadAll { throw NotPlain() }
        return value
    }

    /// Whether the type has read the value; an object, with all its members.
    private var hasReadAll: Bool {
        let values = tape.values
        let value = values[index]
        guard value.kind == .object else { return value.wasRead }
        var name = index + 1
        while name < value.next {
            guard values[name].wasRead else { return false }
            name = values[name + 1].next
        }
        return true
    }

    /// Undoes the records of another type that has read the same value.
    private func forgetReads() {
        let values = tape.values
        guard values[index].wasRead else { return }
        values[index].wasRead = false
        guard values[index].kind == .object else { return }
        var name = index + 1
        while name < values[index].next {
            values[name].wasRead = false
            name = values[name + 1].next
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard tape.values[index].kind == .object else { throw NotPlain() }
        tape.values[index].wasRead = true
        return KeyedDecodingContainer(PlainKeyedContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard tape.values[index].kind == .list else { throw NotPlain() }
        tape.values[index].wasRead = true
        return PlainUnkeyedContainer(source, index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        tape.values[index].wasRead = true
        return PlainSingleValueContainer(decoder: self)
    }

    /// Returns the index of a member's value and records it as read; nil if there is none.
    func member(_ key: some CodingKey) -> Int? {
        let (tape, object) = (tape, tape.values[index])
        var text = key.stringValue
        return text.withUTF8 { expected in
            var name = object.likelyName
            for _ in 0..<object.count {
                if name == object.next { name = index + 1 }
                let following = tape.values[name + 1].next
                if tape.isText(name, expected) {
                    tape.values[name].wasRead = true
                    tape.values[index].likelyName = following
                    return name + 1
                }
                name = following
            }
            return nil
        }
    }
}
