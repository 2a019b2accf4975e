#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The structure of a JSON text: kind and position of each value, in the order of the text.
///
/// Supports only plain texts, as processes and common clients write them; see ``JSONTapeReader``.
struct JSONTape {
    enum Kind: UInt8, Sendable {
        case null, yes, no, number
        /// A string without escapes.
        case text
        case escapedText
        case list, object
    }

    /// A value in 24 bytes: a large message has tens of thousands.
    struct Value: Sendable {
        let kind: Kind
        /// Whether a decoder has read the value; for the name of a member, whether it has read the member.
        var wasRead = false
        private let start: UInt32
        private let end: UInt32
        private var following: UInt32
        private var held: UInt32 = 0
        private var likely: UInt32

        /// Creates a value from positions below 2³², which no message reaches.
        init(_ kind: Kind, _ bytes: Range<Int>, next: Int) {
            self.kind = kind
            start = UInt32(truncatingIfNeeded: bytes.lowerBound)
            end = UInt32(truncatingIfNeeded: bytes.upperBound)
            following = UInt32(truncatingIfNeeded: next)
            likely = following
        }

        /// The range of its bytes; for a string, between the quotes.
        var bytes: Range<Int> { Int(start)..<Int(end) }

        /// The index of the first value after this one and its content.
        var next: Int {
            get { Int(following) }
            set { following = UInt32(truncatingIfNeeded: newValue) }
        }

        /// For a list or an object, the number of its elements or members.
        var count: Int {
            get { Int(held) }
            set { held = UInt32(truncatingIfNeeded: newValue) }
        }

        /// For an object, the index of the name that is probably requested next; ``next`` after the last one.
        var likelyName: Int {
            get { Int(likely) }
            set { likely = UInt32(truncatingIfNeeded: newValue) }
        }
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// A list is followed by its elements, and an object by its members: a name and a value for each.
    let values: UnsafeMutableBufferPointer<Value>

    /// Calls the body with the structure of a text, which is valid only during the call.
    ///
    /// The tape uses unsafe pointers: reference counting took longer than the parsing.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - body: Reads the tape.
    /// - Returns: The result of the body; nil for invalid JSON, and for JSON that is not plain.
    /// - Throws: Errors of the body.
    static func read<Result>(_ bytes: [UInt8], _ body: (JSONTape) throws -> Result) rethrows -> Result? {
        try bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONTapeReader(bytes)
            guard var values = reader.values() else { return nil }
            return try values.withUnsafeMutableBufferPointer { try body(JSONTape(bytes: bytes, values: $0)) }
        }
    }

    /// The content of a string; nil if the value is no string, or not UTF-8.
    func text(at index: Int) -> String? {
        switch values[index].kind {
        case .text: Self.validText(UnsafeBufferPointer(rebasing: bytes[values[index].bytes]))
        case .escapedText: unescaped(values[index].bytes)
        default: nil
        }
    }

    /// Returns whether a string consists of exactly these bytes; false for one with escapes.
    func isText(_ index: Int, _ expected: UnsafeBufferPointer<UInt8>) -> Bool {
        let value = values[index]
        return value.kind == .text
            && Self.areEqual(UnsafeBufferPointer(rebasing: bytes[value.bytes]), expected)
    }

    static func areEqual(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(start, other, first.count) == 0
    }

    /// Decodes UTF-8; nil if it is invalid.
    ///
    /// Several times faster than `String(validating:as:)`, which is not specialised for bytes.
    private static func validText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        // In invalid text, other characters stand where bytes were replaced.
        return text.withUTF8 { areEqual($0, bytes) } ? text : nil
    }

    private func unescaped(_ range: Range<Int>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "\\") {
                guard let (character, length) = JSONTapeReader.escape(in: bytes, at: index) else { return nil }
                plain.append(character)
                index += length
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return plain.withUnsafeBufferPointer { Self.validText($0) }
    }

    /// The value of a number without fraction and exponent; nil for others, and for more than 18 digits.
    func integer(at index: Int) -> Int64? {
        guard values[index].kind == .number, let decimal = decimal(at: index), decimal.places == 0 else { return nil }
        return decimal.isNegative ? -decimal.digits : decimal.digits
    }

    /// The value of a number, rounded as IEEE 754 requires; nil for one with an exponent or more than 15 digits.
    ///
    /// Integers below 2⁵³ and powers of ten up to 10²² are exact in binary, and a division is rounded once (W. D.
    /// Clinger: How to read floating point numbers accurately, 1990).
    func number(at index: Int) -> Double? {
        guard values[index].kind == .number, let decimal = decimal(at: index), decimal.digits < Self.exactDigitsEnd
        else { return nil }
        let value = Double(decimal.digits) / Self.powersOfTen[decimal.places]
        return decimal.isNegative ? -value : value
    }

    private static let exactDigitsEnd: Int64 = 1_000_000_000_000_000
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    /// The digits of a number as an integer, and the number of digits after the point.
    private func decimal(at index: Int) -> (isNegative: Bool, digits: Int64, places: Int)? {
        let range = values[index].bytes
        // Sign, point and 18 digits.
        guard range.count <= 20 else { return nil }
        var (isNegative, digits, places, count, isFraction) = (false, Int64(0), 0, 0, false)
        for byte in bytes[range] {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits &* 10 &+ Int64(byte - UInt8(ascii: "0"))
                count += 1
                if isFraction { places += 1 }
            default: return nil
            }
        }
        return count <= 18 ? (isNegative, digits, places) : nil
    }
}
