/// The format of a personal access token: a prefix that people and scanners recognise, 32 random letters and digits,
/// and a checksum.
///
/// The checksum detects typing errors and false matches without a look-up. `mealwire_pat_[0-9A-Za-z]{38}` contains no
/// character at which a double click or a line break would end the selection.
package enum PersonalTokenText {
    package static let prefix = "mealwire_pat_"
    /// Digits, capitals, small letters: the order of base 62, as in GitHub's tokens.
    package static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    /// 32 characters of 62 hold 190 bits.
    package static let randomLength = 32
    /// 62⁶ is more than 2³².
    private static let checksumLength = 6

    /// Builds the token with these random characters of the alphabet.
    package static func text(random: [UInt8]) -> String {
        let body = Array(prefix.utf8) + random
        return String(decoding: body + checksum(of: body), as: UTF8.self)
    }

    /// Returns whether a text has the format of a token, including a correct checksum.
    package static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == prefix.utf8.count + randomLength + checksumLength, text.hasPrefix(prefix) else {
            return false
        }
        return Array(bytes.suffix(checksumLength)) == checksum(of: Array(bytes.dropLast(checksumLength)))
            && bytes.dropFirst(prefix.utf8.count).allSatisfy(alphabet.contains)
    }

    /// CRC-32 in base 62, most significant digit first.
    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        var rest = Int(crc32(of: bytes))
        var digits: [UInt8] = []
        for _ in 0..<checksumLength {
            digits.append(alphabet[rest % alphabet.count])
            rest /= alphabet.count
        }
        return digits.reversed()
    }

    /// Computes the CRC of zlib and Ethernet (ISO 3309) bit by bit: the input has 45 bytes, and calls are rare.
    private static func crc32(of bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return ~remainder
    }
}
