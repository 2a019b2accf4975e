/// How a personal access token is written: a prefix by which people and scanners know it, 32 random letters and digits,
/// and a checksum of what is before it, so that a typing error or a likeness is told from a token without asking anybody.
///
/// `mealwire_pat_[0-9A-Za-z]{38}`; without signs at which a double click or a line break would end it.
package enum PersonalTokenText {
    package static let prefix = "mealwire_pat_"
    /// Digits, capitals, small letters: the order of base 62 that GitHub's tokens have, too.
    package static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    /// 32 signs of 62 hold 190 bits.
    package static let randomLength = 32
    /// 62⁶ is more than 2³².
    private static let checksumLength = 6

    /// The token that has these random signs of the alphabet.
    package static func text(random: [UInt8]) -> String {
        let body = Array(prefix.utf8) + random
        return String(decoding: body + checksum(of: body), as: UTF8.self)
    }

    /// Whether a text is written like a token, its checksum included.
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

    /// The CRC of zlib and Ethernet (ISO 3309), bit by bit: it is made of 45 bytes, and seldom.
    private static func crc32(of bytes: [UInt8]) -> UInt32 {
        var remainder = UInt32.max
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        return ~remainder
    }
}
