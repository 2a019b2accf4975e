/// A raw JSON string without its quotes.
package struct JSONString {
    let bytes: UnsafeBufferPointer<UInt8>
    let hasEscapes: Bool

    /// The text with escapes as they are written.
    package var raw: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether the raw string equals a literal; false if characters are escaped.
    static func == (text: JSONString, literal: StaticString) -> Bool {
        text.bytes.count == literal.utf8CodeUnitCount
            && text.bytes.elementsEqual(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    func hasPrefix(_ literal: StaticString) -> Bool {
        bytes.starts(with: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// The unescaped text without surrounding spaces.
    ///
    /// - Returns: Nil if it is not UTF-8 or has invalid escapes.
    var string: String? {
        guard hasEscapes else { return String(validating: FieldText.trim(bytes), as: UTF8.self) }
        guard let plain = unescaped() else { return nil }
        return plain.withUnsafeBufferPointer { String(validating: FieldText.trim($0), as: UTF8.self) }
    }

    private func unescaped() -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard index + 1 < bytes.count else { return nil }
            let escape = bytes[index + 1]
            index += 2
            if escape == UInt8(ascii: "u") {
                // A zero byte is in no valid name, and would end a C string.
                guard let scalar = scalar(at: &index), scalar.value != 0 else { return nil }
                result.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
            } else {
                guard let byte = Self.escaped[escape] else { return nil }
                result.append(byte)
            }
        }
        return result
    }

    private static let escaped: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "\""): UInt8(ascii: "\""),
    ]

    /// Parses the digits after `\u`; a surrogate pair is one scalar, and a lone surrogate becomes U+FFFD.
    private func scalar(at index: inout Int) -> Unicode.Scalar? {
        guard let first = hexadecimal(at: index) else { return nil }
        index += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isFirstOfPair = (0xD800...0xDBFF).contains(first)
        if isFirstOfPair, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"), let second = hexadecimal(at: index + 2),
            (0xDC00...0xDFFF).contains(second)
        {
            index += 6
            return Unicode.Scalar(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        }
        return "\u{FFFD}"
    }

    private func hexadecimal(at index: Int) -> UInt32? {
        guard index + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
