/// A value that writes its own JSON: for replies on hot paths, where `JSONEncoder` costs as much as computing the
/// reply.
///
/// The output must equal that of `JSONEncoder` except for the order of fields; a test compares them.
package protocol JSONWritable: Encodable {
    func write(to writer: inout JSONWriter)
}

/// Writes JSON directly into bytes.
///
/// The functions with closures are inlinable, so that the types of other modules are written without calls of closures.
@usableFromInline
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next field or element needs no preceding comma.
    private var isFirst = true

    package init() {
        bytes.reserveCapacity(4_096)
    }

    /// Writes an object, with the fields that the body writes.
    @inlinable package mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a field with the value that the body writes.
    @inlinable package mutating func field(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        openField(name)
        body(&self)
        closeField()
    }

    /// Writes a list, calling the body for each element.
    @inlinable package mutating func list<Elements: Sequence>(
        _ elements: Elements,
        _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { body(&self, element) }
        close(UInt8(ascii: "]"))
    }

    package mutating func field(_ name: StaticString, _ text: String) {
        self.name(name)
        write(text)
    }

    package mutating func field(_ name: StaticString, _ number: Double) {
        self.name(name)
        write(number)
    }

    package mutating func field(_ name: StaticString, _ texts: [String]) {
        field(name) { $0.list(texts) { $0.element($1) } }
    }

    /// Writes an object with strings as values, in any order.
    package mutating func field(_ name: StaticString, _ texts: [String: String]) {
        field(name) { writer in
            writer.object { writer in
                for (name, text) in texts { writer.pair(name, text) }
            }
        }
    }

    /// Writes null for nil.
    package mutating func field(_ name: StaticString, _ text: String?) {
        self.name(name)
        if let text { write(text) } else { write("null" as StaticString) }
    }

    package mutating func field(_ name: StaticString, _ number: Double?) {
        self.name(name)
        if let number { write(number) } else { write("null" as StaticString) }
    }

    package mutating func field(_ name: StaticString, _ value: Bool) {
        self.name(name)
        write(value ? "true" : "false" as StaticString)
    }

    package mutating func element(_ text: String) {
        separate()
        write(text)
    }

    package mutating func element(_ number: UInt64) {
        separate()
        bytes.append(contentsOf: "\(number)".utf8)
    }

    /// Writes a member with a dynamic name.
    package mutating func pair(_ name: String, _ text: String) {
        element(name)
        bytes.append(UInt8(ascii: ":"))
        write(text)
    }

    /// Writes a member with a dynamic name.
    package mutating func pair(_ name: String, _ number: Double) {
        element(name)
        bytes.append(UInt8(ascii: ":"))
        write(number)
    }

    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    @usableFromInline mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        isFirst = true
    }

    @usableFromInline mutating func close(_ bracket: UInt8) {
        isFirst = false
        bytes.append(bracket)
    }

    @usableFromInline mutating func openField(_ name: StaticString) {
        self.name(name)
        isFirst = true
    }

    @usableFromInline mutating func closeField() { isFirst = false }

    private mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Numbers are expected to be finite, because stored values are validated; others become null.
    private mutating func write(_ number: Double) {
        if let whole = Int64(exactly: number) {
            bytes.append(contentsOf: "\(whole)".utf8)
        } else {
            bytes.append(contentsOf: number.isFinite ? "\(number)".utf8 : "null".utf8)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x00..<0x20: bytes.append(contentsOf: Self.escape(byte))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
}
