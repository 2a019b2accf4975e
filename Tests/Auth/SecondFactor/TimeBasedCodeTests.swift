import Auth
import Testing

/// The test vectors of the specifications.
@Suite struct TimeBasedCodeTests {
    /// The secret of both appendices.
    private static let codes = TimeBasedCodes(secret: Array("12345678901234567890".utf8))

    @Test func `counters give the codes of RFC 4226, appendix D`() {
        let expected = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map(Self.codes.code(ofStep:)) == expected)
    }

    /// The RFC's codes have eight digits; the last six of them are the six-digit code.
    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func `times give the codes of RFC 6238, appendix B`(time: Int, code: String) {
        let six = String(code.suffix(6))
        #expect(Self.codes.code(ofStep: TimeBasedCodes.step(at: time)) == six)
        #expect(Self.codes.step(of: six, at: time, after: nil) == time / 30)
    }

    @Test func `a code is accepted one step early and one step late, and no further`() {
        let step = 41_152_263
        let code = Self.codes.code(ofStep: step)
        for time in (step - 1) * 30..<(step + 2) * 30 {
            #expect(Self.codes.step(of: code, at: time, after: nil) == step)
        }
        #expect(Self.codes.step(of: code, at: (step - 1) * 30 - 1, after: nil) == nil)
        #expect(Self.codes.step(of: code, at: (step + 2) * 30, after: nil) == nil)
    }

    @Test func `neither a used code nor an older one is accepted`() {
        let step = 41_152_263
        let codes = (-1...1).map { Self.codes.code(ofStep: step + $0) }
        #expect(Self.codes.step(of: codes[1], at: step * 30, after: step) == nil)
        #expect(Self.codes.step(of: codes[0], at: step * 30, after: step) == nil)
        #expect(Self.codes.step(of: codes[2], at: step * 30, after: step) == step + 1)
    }

    @Test(arguments: ["", "28708", "2870822", "287081", "aaaaaa"])
    func `a code of no nearby step is refused`(code: String) {
        #expect(Self.codes.step(of: code, at: 59, after: nil) == nil)
    }

    @Test func `secrets are encoded like the vectors of RFC 4648, section 10`() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map { Base32.text(Array($0.utf8)) }
        #expect(texts == ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"])
        #expect(Base32.text(Array("12345678901234567890".utf8)) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    }
}
