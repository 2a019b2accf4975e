/// A Global Trade Item Number with 14 digits (GS1 General Specifications): EAN-8, UPC-A, EAN-13 and GTIN-14, padded
/// with leading zeros.
package struct GTIN: Hashable, Sendable {
    /// Lengths of the forms in use: EAN-8, UPC-A, EAN-13, GTIN-14.
    package static let lengths = [8, 12, 13, 14]
    /// Length of the stored form.
    package static let length = 14

    /// The number itself; less than 10¹⁴.
    package let number: Int64

    /// The reason why a text is no barcode.
    package enum Fault: Error, Equatable, Sendable {
        case wrongLength
        case wrongCheckDigit
    }

    /// Parses digits, optionally separated by spaces and hyphens.
    ///
    /// - Throws: `Fault`. One wrong digit, or two swapped neighbours, nearly always give a wrong check digit.
    package init(_ text: String) throws(Fault) {
        var digits: [Int64] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(Int64(byte - UInt8(ascii: "0")))
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            default: throw .wrongLength
            }
            guard digits.count <= Self.length else { throw .wrongLength }
        }
        guard Self.lengths.contains(digits.count) else { throw .wrongLength }
        // In all forms, the digit before the check digit has weight 3; the sum with the check digit is a multiple of
        // 10.
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        guard sum % 10 == 0 else { throw .wrongCheckDigit }
        number = digits.reduce(0) { $0 * 10 + $1 }
        guard number > 0 else { throw .wrongLength }
    }

    /// Creates one from its stored number.
    package init(number: Int64) {
        self.number = number
    }

    /// The 14 digits.
    package var text: String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, Self.length - digits.count)) + digits
    }
}
