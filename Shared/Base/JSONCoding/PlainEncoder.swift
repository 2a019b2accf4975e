#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PlainJSON {
    /// Encodes a value, with its fields in the order in which its type encodes them.
    ///
    /// - Parameter value: The value.
    /// - Returns: The JSON; nil for a value that Foundation's encoder rejects or has a special format for.
    package static func bytes(of value: some Encodable) -> [UInt8]? {
        var output = PlainEncoder.Output()
        return withUnsafeMutablePointer(to: &output) { output in
            guard (try? PlainEncoder(output: output).write(value)) != nil, output.pointee.isPlain else { return nil }
            return output.pointee.writer.bytes
        }
    }
}

/// A value with JSON that always has its fields in the same order, because it contains no dictionaries.
///
/// Stored hashes depend on the bytes. An upgrade that reorders fields does not recognise repeated requests.
package protocol OrderedJSON: Encodable {}

/// Encodes values as JSON many times faster than Foundation's encoder, which handles the rest.
///
/// Writes each field when its type encodes it. Encoders and containers are a pointer to the output: reference counting
/// and exclusivity checks took longer than the writing. They are valid only during the call.
@usableFromInline
struct PlainEncoder: Encoder {
    /// Thrown to leave the value to Foundation's encoder.
    struct NotPlain: Error {}

    /// The form that a value has requested from its encoder.
    @usableFromInline
    enum Form {
        case none, object, list, single
    }

    /// The state that all encoders of a text share.
    struct Output: ~Copyable {
        var writer = JSONWriter()
        /// The form of the innermost value that is not complete.
        var form = Form.none
        /// Whether Foundation's encoder would write the same value.
        var isPlain = true
    }

    let output: UnsafeMutablePointer<Output>

    // Paths are for errors, which Foundation's encoder reports.
    @usableFromInline var codingPath: [any CodingKey] { [] }
    @usableFromInline var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Writes a value of any type.
    func write<Value: Encodable>(_ value: Value) throws {
        // These do without an encoder of their own.
        if Value.self == String.self { return output.pointee.writer.element(unsafeBitCast(value, to: String.self)) }
        if Value.self == Double.self { return try write(number: unsafeBitCast(value, to: Double.self)) }
        if Value.self == Int.self { return output.pointee.writer.element(Int64(unsafeBitCast(value, to: Int.self))) }
        if Value.self == Bool.self { return output.pointee.writer.element(unsafeBitCast(value, to: Bool.self)) }
        if Value.self == [String].self {
            return output.pointee.writer.list(unsafeBitCast(value, to: [String].self)) { $0.element($1) }
        }
        if Value.self == [String: String].self {
            let texts = unsafeBitCast(value, to: [String: String].self)
            return output.pointee.writer.object { writer in for (name, text) in texts { writer.pair(name, text) } }
        }
        // Foundation's encoder has special formats for these types.
        guard Value.self != Date.self, Value.self != Data.self, Value.self != URL.self, Value.self != Decimal.self
        else { throw NotPlain() }
        let outer = output.pointee.form
        output.pointee.form = .none
        try value.encode(to: self)
        finish()
        output.pointee.form = outer
    }

    /// Writes a number; Foundation's encoder rejects one that is not finite.
    func write(number: Double) throws {
        guard number.isFinite else { throw NotPlain() }
        output.pointee.writer.element(number)
    }

    /// Begins the value of this encoder, or continues an object or a list.
    @usableFromInline
    func begin(_ form: Form) {
        guard output.pointee.form == .none else {
            if output.pointee.form != form || form == .single { output.pointee.isPlain = false }
            return
        }
        output.pointee.form = form
        switch form {
        case .object: output.pointee.writer.open(UInt8(ascii: "{"))
        case .list: output.pointee.writer.open(UInt8(ascii: "["))
        case .none, .single: break
        }
    }

    /// Ends the value of this encoder; a type without fields is an empty object.
    private func finish() {
        if output.pointee.form == .none { begin(.object) }
        switch output.pointee.form {
        case .object: output.pointee.writer.close(UInt8(ascii: "}"))
        case .list: output.pointee.writer.close(UInt8(ascii: "]"))
        case .none, .single: break
        }
    }

    @usableFromInline
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.object)
        return KeyedEncodingContainer(PlainKeyedEncodingContainer(encoder: self))
    }

    @usableFromInline
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.list)
        return PlainUnkeyedEncodingContainer(encoder: self)
    }

    @usableFromInline
    func singleValueContainer() -> any SingleValueEncodingContainer { PlainSingleValueEncodingContainer(encoder: self) }

    /// Leaves the value to Foundation's encoder, because its parts may be written in any order.
    func refuse() -> PlainEncoder {
        output.pointee.isPlain = false
        return self
    }
}
