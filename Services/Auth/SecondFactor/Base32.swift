/// Encodes bytes as text that people can type: RFC 4648 §6, without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let bitsPerCharacter = 5

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (buffer, bufferedBits) = (0, 0)
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bufferedBits += 8
            while bufferedBits >= bitsPerCharacter {
                bufferedBits -= bitsPerCharacter
                text.append(alphabet[buffer >> bufferedBits & 0x1F])
            }
            buffer &= 1 << bufferedBits - 1
        }
        if bufferedBits > 0 { text.append(alphabet[buffer << (bitsPerCharacter - bufferedBits) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns whether a text consists of characters of this alphabet.
    static func isText(_ text: String) -> Bool { text.utf8.allSatisfy { alphabet.contains($0) } }
}
