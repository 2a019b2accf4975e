package import Calendar
package import JSONCoding

/// A field that rules read: a value, or one that may be absent or null.
///
/// One rule therefore serves `Double`, `Double?`, `Patch<Double>` and `Nullable<Double>`.
package protocol RuleField {
    /// The type of the value without "absent" and "null".
    associatedtype RuleValue

    /// The value; nil if it is absent or null.
    var ruleValue: RuleValue? { get }
}

extension RuleField where RuleValue == Self {
    package var ruleValue: Self? { self }
}

extension Bool: RuleField { package typealias RuleValue = Bool }
extension Int: RuleField { package typealias RuleValue = Int }
extension Double: RuleField { package typealias RuleValue = Double }
extension String: RuleField { package typealias RuleValue = String }
extension Array: RuleField { package typealias RuleValue = [Element] }
extension Dictionary: RuleField { package typealias RuleValue = [Key: Value] }
extension PlainDate: RuleField { package typealias RuleValue = PlainDate }
extension DayReference: RuleField { package typealias RuleValue = DayReference }
extension Identifier: RuleField { package typealias RuleValue = Identifier<Kind> }

extension Optional: RuleField {
    package typealias RuleValue = Wrapped
    package var ruleValue: Wrapped? { self }
}

extension Patch: RuleField {
    package typealias RuleValue = Value
    package var ruleValue: Value? { value }
}

extension Nullable: RuleField {
    package typealias RuleValue = Value
    package var ruleValue: Value? { wrappedValue }
}

/// A number that a range can limit.
package protocol RuleNumber: Comparable, Sendable {
    /// The number in schemas.
    var asDouble: Double { get }
    /// The number in sentences and parameters of errors.
    var ruleText: String { get }
}

extension Int: RuleNumber {
    package var asDouble: Double { Double(self) }
    package var ruleText: String { description }
}

extension Double: RuleNumber {
    /// Whole numbers up to this one are written without a fraction.
    private static let wholeTextMax = 1e15

    package var asDouble: Double { self }
    package var ruleText: String {
        self == rounded() && abs(self) < Self.wholeTextMax ? "\(Int(self))" : "\(self)"
    }
}
