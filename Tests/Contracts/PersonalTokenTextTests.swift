import Contracts
import Testing

struct PersonalTokenTextTests {
    private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef".utf8)

    /// Expected values computed by Python's `zlib.crc32`.
    @Test(arguments: [
        (String(repeating: "0", count: 32), "34HJ2W"), (String(repeating: "z", count: 32), "4Qc8uw"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", "01uqe3"),
    ])
    func `a token ends in the CRC-32 of what is before it, in base 62`(random: String, checksum: String) {
        let text = PersonalTokenText.text(random: Array(random.utf8))
        #expect(text == "mealwire_pat_\(random)\(checksum)")
        #expect(PersonalTokenText.isWellFormed(text))
    }

    @Test func `a token with one wrong character is not well-formed`() {
        let text = Array(PersonalTokenText.text(random: Self.signs).utf8)
        for index in text.indices {
            for sign in [UInt8(ascii: "0"), UInt8(ascii: "z"), UInt8(ascii: "-")] where sign != text[index] {
                var wrong = text
                wrong[index] = sign
                #expect(!PersonalTokenText.isWellFormed(String(decoding: wrong, as: UTF8.self)))
            }
        }
    }

    @Test func `a shorter, longer or different text is not well-formed`() {
        let text = PersonalTokenText.text(random: Self.signs)
        for wrong in ["", "mealwire_pat_", String(text.dropLast()), text + "0", " " + text, "\(text)\n", "é"] {
            #expect(!PersonalTokenText.isWellFormed(wrong))
        }
    }
}
