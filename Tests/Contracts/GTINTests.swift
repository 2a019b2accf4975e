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
