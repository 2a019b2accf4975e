import Calendar
import Contracts
import FoodFormats
public import Storage

/// A type of values in exported files.
protocol FileValue: Sendable {
    static var cell: FileCell { get }
    /// Whether nil is a value.
    static var isOptional: Bool { get }
    /// The value as files have it; nil if there is none.
    var inFile: FiledValue? { get }

    /// Parses a value.
    ///
    /// - Parameters:
    ///   - value: The value in the file, of the kind of ``cell``; nil if it is missing.
    ///   - name: The name of the field in messages.
    /// - Throws: `RowRefusal` if it is not a value of the type.
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal)
}

extension FileValue {
    static var isOptional: Bool { false }
}

extension String: FileValue {
    static var cell: FileCell { .text }
    var inFile: FiledValue? { .text(self) }
    /// A missing text is empty; rules refuse it where it may not be.
    init(inFile value: FiledValue?, _ name: String) {
        if case .text(let text) = value { self = text } else { self = "" }
    }
}

extension Int: FileValue {
    static var cell: FileCell { .whole }
    var inFile: FiledValue? { .whole(self) }
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal) {
        guard case .whole(let number) = value else {
            throw RowRefusal("\(name) is not an integer", .notInteger, ["field": name])
        }
        self = number
    }
}

extension Double: FileValue {
    static var cell: FileCell { .number }
    var inFile: FiledValue? { .number(self) }
    /// A missing number is no number, which every range refuses.
    init(inFile value: FiledValue?, _ name: String) {
        if case .number(let number) = value { self = number } else { self = .nan }
    }
}

extension Optional: FileValue where Wrapped: FileValue {
    static var cell: FileCell { Wrapped.cell }
    static var isOptional: Bool { true }
    var inFile: FiledValue? { flatMap(\.inFile) }
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal) {
        if value == nil { self = nil } else { self = try Wrapped(inFile: value, name) }
    }
}

extension PlainDate: FileValue {
    static var cell: FileCell { .word }
    var inFile: FiledValue? { .text(description) }
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal) {
        guard let date = PlainDate(String(inFile: value, name)) else { throw ExportedRules.noDate(name) }
        self = date
    }
}

extension Identifier: FileValue {
    static var cell: FileCell { .word }
    var inFile: FiledValue? { .text(description) }
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal) {
        guard let id = Identifier(String(inFile: value, name)) else {
            throw RowRefusal("\(name) is not a UUID", .wrongFormat, ["field": name, "expected": "UUID"])
        }
        self = id
    }
}

extension Meal: ColumnValue, FileValue {
    static var cell: FileCell { .word }
    var inFile: FiledValue? { .text(rawValue) }
    init(inFile value: FiledValue?, _ name: String) throws(RowRefusal) {
        guard let meal = Meal(rawValue: String(inFile: value, name)) else {
            throw RowRefusal(
                "\(name) is not breakfast, lunch, dinner or snack",
                .wrongFormat,
                ["field": name, "expected": Meal.allCases.map(\.rawValue).joined(separator: ", ")]
            )
        }
        self = meal
    }
}
