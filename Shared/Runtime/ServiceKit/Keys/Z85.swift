/// Z85 (ZeroMQ RFC 32): four bytes as five characters that may stand in most texts; how ZeroMQ shows keys.
enum Z85 {
    private static let alphabet = Array(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8
    )
    private static let values: [UInt8: UInt64] = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt64($0)) }
    )

    /// Bytes, of which there must be a multiple of four, as text.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            let word = bytes[start..<start + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            for divisor: UInt64 in [52_200_625, 614_125, 7_225, 85, 1] {
                text.append(alphabet[Int(word / divisor % 85)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Text as bytes; nil if it is no Z85.
    static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 5) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: characters.count, by: 5) {
            var word: UInt64 = 0
            for character in characters[start..<start + 5] {
                guard let value = values[character] else { return nil }
                word = word * 85 + value
            }
            guard let word = UInt32(exactly: word) else { return nil }
            for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }
}
