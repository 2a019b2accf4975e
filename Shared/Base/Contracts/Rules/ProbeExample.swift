import Calendar

/// A type that cannot be decoded without data, but has two examples for ``FieldProbe``.
protocol ProbeExample {
    /// Returns the first example for 0, and another one for 1.
    static func probeExample(_ number: Int) throws -> Self
}

extension Bool: ProbeExample {
    static func probeExample(_ number: Int) -> Bool { number == 1 }
}

extension String: ProbeExample {
    static func probeExample(_ number: Int) -> String { number == 0 ? "" : "a" }
}

extension ProbeExample where Self: FixedWidthInteger {
    static func probeExample(_ number: Int) -> Self { Self(number) }
}

extension Int: ProbeExample {}
extension Int8: ProbeExample {}
extension Int16: ProbeExample {}
extension Int32: ProbeExample {}
extension Int64: ProbeExample {}
extension UInt: ProbeExample {}
extension UInt8: ProbeExample {}
extension UInt16: ProbeExample {}
extension UInt32: ProbeExample {}
extension UInt64: ProbeExample {}

extension Double: ProbeExample {
    static func probeExample(_ number: Int) -> Double { Double(number) }
}

extension Float: ProbeExample {
    static func probeExample(_ number: Int) -> Float { Float(number) }
}

extension Array: ProbeExample where Element: Decodable {
    static func probeExample(_ number: Int) throws -> [Element] {
        number == 0 ? [] : [try ProbeRun().value(Element.self, at: "")]
    }
}

extension Dictionary: ProbeExample where Key == String, Value: Decodable {
    static func probeExample(_ number: Int) throws -> [String: Value] {
        number == 0 ? [:] : ["a": try ProbeRun().value(Value.self, at: "")]
    }
}

extension UUIDv7: ProbeExample {
    static func probeExample(_ number: Int) -> UUIDv7 { UUIDv7(high: 0, low: UInt64(number)) }
}

extension Identifier: ProbeExample {
    static func probeExample(_ number: Int) -> Identifier { Identifier(.probeExample(number)) }
}

extension PlainDate: ProbeExample {
    static func probeExample(_ number: Int) -> PlainDate { PlainDate(dayNumber: number) }
}

extension DayReference: ProbeExample {
    static func probeExample(_ number: Int) -> DayReference { number == 0 ? .today : .date(.probeExample(0)) }
}

extension JSONText: ProbeExample {
    static func probeExample(_ number: Int) -> JSONText { JSONText(text: number == 0 ? "{}" : "[]") }
}
