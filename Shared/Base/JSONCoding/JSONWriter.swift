/// Writes JSON directly into bytes.
package struct JSONWriter: ~Copyable {
    private var buffer = JSONBuffer()
    /// Whether the next name or value needs no preceding comma.
    private var isFirst = true

    package init() {}

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] { buffer.bytes }

    // MARK: Objects and lists

    /// Writes an object, with the fields that the body writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes a field with the value that the body writes.
    package mutating func field(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    /// Writes a list, calling the body for each element.
    mutating func list<Elements: Sequence>(
        _ elements: Elements,
        _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { body(&self, element) }
        close(UInt8(ascii: "]"))
    }

    mutating func open(_ bracket: UInt8) {
        separate()
        buffer.append(bracket)
        isFirst = true
    }

    mutating func close(_ bracket: UInt8) {
        buffer.append(bracket)
        isFirst = false
    }

    // MARK: Fields

    package mutating func field(_ name: StaticString, _ text: String) {
        self.name(name)
        element(text)
    }

    package mutating func field(_ name: StaticString, _ value: Bool) {
        self.name(name)
        element(value)
    }

    /// Writes a member with a dynamic name.
    package mutating func pair(_ name: String, _ text: String) {
        self.name(name)
        element(text)
    }

    mutating func name(_ name: StaticString) {
        buffer.append(name: name, afterComma: !isFirst)
        isFirst = true
    }

    mutating func name(_ name: String) {
        element(name)
        buffer.append(UInt8(ascii: ":"))
        isFirst = true
    }

    /// Writes the name of a member that needs no escapes.
    mutating func name(withoutEscapes name: String) {
        buffer.append(name: name, afterComma: !isFirst)
        isFirst = true
    }

    // MARK: Values

    mutating func element(_ text: String) {
        separate()
        buffer.append(text: text)
    }

    /// Writes a number; null if it is not finite, which validated values are not.
    mutating func element(_ number: Double) {
        separate()
        buffer.append(number: number)
    }

    mutating func element(_ number: UInt64) {
        separate()
        buffer.append(magnitude: number, isNegative: false)
    }

    mutating func element(_ number: Int64) {
        separate()
        buffer.append(magnitude: number.magnitude, isNegative: number < 0)
    }

    mutating func element(_ value: Bool) {
        separate()
        buffer.append(value ? "true" : "false")
    }

    mutating func null() {
        separate()
        buffer.append("null")
    }

    private mutating func separate() {
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
