package import Calendar
import Contracts

/// A type with a declared shape, which is not recorded: types of the standard library, and types of Contracts that
/// validate text.
protocol KnownShape {
    static var example: Self { get }
    static func shape(in recorder: ShapeRecorder) throws -> ValueShape
}

extension Bool: KnownShape {
    static var example: Bool { false }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .boolean }
}

extension String: KnownShape {
    static var example: String { "" }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text }
}

extension KnownShape where Self: FixedWidthInteger {
    static var example: Self { 0 }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .integer }
}

extension Int: KnownShape {}
extension Int8: KnownShape {}
extension Int16: KnownShape {}
extension Int32: KnownShape {}
extension Int64: KnownShape {}
extension UInt: KnownShape {}
extension UInt8: KnownShape {}
extension UInt16: KnownShape {}
extension UInt32: KnownShape {}
extension UInt64: KnownShape {}

extension KnownShape where Self: BinaryFloatingPoint {
    static var example: Self { 0 }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .number }
}

extension Double: KnownShape {}
extension Float: KnownShape {}

extension Array: KnownShape where Element: Decodable {
    static var example: [Element] { [] }
    static func shape(in recorder: ShapeRecorder) throws -> ValueShape { .list(try recorder.shape(of: Element.self)) }
}

extension Dictionary: KnownShape where Key == String, Value: Decodable {
    static var example: [String: Value] { [:] }
    static func shape(in recorder: ShapeRecorder) throws -> ValueShape { .map(try recorder.shape(of: Value.self)) }
}

extension Optional: KnownShape where Wrapped: Decodable {
    static var example: Wrapped? { nil }
    static func shape(in recorder: ShapeRecorder) throws -> ValueShape { try recorder.shape(of: Wrapped.self).orNull }
}

extension UUIDv7: KnownShape {
    static var example: UUIDv7 { UUIDv7(high: 0, low: 0) }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text(format: "uuid") }
}

extension Identifier: KnownShape {
    static var example: Identifier { Identifier(.example) }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text(format: "uuid") }
}

extension PlainDate: KnownShape {
    static var example: PlainDate { PlainDate(dayNumber: 0) }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text(format: "date") }
}

extension DayReference: KnownShape {
    static var example: DayReference { .today }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text(format: "date-or-today") }
}

extension JSONText: KnownShape {
    static var example: JSONText { JSONText(text: "{}") }
    static func shape(in recorder: ShapeRecorder) -> ValueShape { .text(format: "json") }
}
