/// Encodes bytes as text that people can type: RFC 4648 §6, without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let bitsPerSign = 5

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (held, heldBits) = (0, 0)
        for byte in bytes {
            held = held << 8 | Int(byte)
            heldBits += 8
            while heldBits >= bitsPerSign {
                heldBits -= bitsPerSign
                text.append(alphabet[held >> heldBits & 0x1F])
            }
            held &= 1 << heldBits - 1
        }
        if heldBits > 0 { text.append(alphabet[held << (bitsPerSign - heldBits) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns whether a text consists of characters of this alphabet.
    static func isText(_ text: String) -> Bool { text.utf8.allSatisfy { alphabet.contains($0) } }
}
