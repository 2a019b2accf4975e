import Contracts
import Testing

struct GTINTests {
    @Test(arguments: [
        ("96385074", "00000096385074"), ("036000291452", "00036000291452"), ("4006381333931", "04006381333931"),
        ("10614141543219", "10614141543219"), ("4 006381 333931", "04006381333931"),
        ("0-36000-29145-2", "00036000291452"),
    ])
    func `every form is normalised to fourteen digits`(typed: String, normalised: String) throws {
        #expect(try GTIN(typed).text == normalised)
    }

    @Test func `the same product has one number in all forms`() throws {
        #expect(try GTIN("036000291452") == GTIN("0036000291452"))
    }

    @Test func `one wrong digit is detected in every position`() throws {
        let digits = Array("4006381333931")
        for index in digits.indices {
            for wrong in "0123456789" where wrong != digits[index] {
                var mistyped = digits
                mistyped[index] = wrong
                #expect(throws: GTIN.Fault.wrongCheckDigit) { try GTIN(String(mistyped)) }
            }
        }
    }

    @Test(arguments: ["", "1", "123456789", "400638133393a", "40063813339312345", "００６３８５０７４", "00000000"])
    func `an invalid barcode is rejected`(text: String) {
        #expect(throws: GTIN.Fault.wrongLength) { try GTIN(text) }
    }
}

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

struct GeneratedKeyTests {
    @Test func `made-up keys are unique, and distinct from all keys that a client can send`() {
        let (first, second) = (GeneratedKey.make(), GeneratedKey.make())
        #expect(first != second)
        #expect(GeneratedKey.isGenerated(first) && GeneratedKey.isGenerated("\(first)/diary.entries.add"))
        // An HTTP header contains visible ASCII characters.
        for byte in UInt8(0x21)...0x7E {
            let character = Character(Unicode.Scalar(byte))
            #expect(!GeneratedKey.isGenerated("\(character)\(UUIDv7.make())"))
        }
        #expect(!GeneratedKey.isGenerated(""))
    }
}
