import Contracts
import Foundation
import JSONCoding
import SeededRandom
import TestSupport
import Testing

/// Compares the fast decoder with Foundation's: it decodes common JSON, and to the same values.
struct PlainJSONTests {
    private struct Many: Codable, Equatable {
        var whole: Int
        var small: UInt8?
        var number: Double
        var text: String?
        var yes: Bool
        var list: [Double]
        var words: [String: String]?
        var inner: [Inner]?
    }

    private struct Inner: Codable, Equatable {
        var patch: Patch<Double> = .unchanged
        @Nullable var name: String?
    }

    private static func strict(_ json: String) -> Many? {
        PlainJSON.value(Many.self, from: Array(json.utf8), isStrict: true)
    }

    private static let good = #"{"whole":-7,"number":1.25,"yes":true,"list":[0,-0.5,100]}"#
    private static let plain =
        #" { "whole" : -7 , "number":1.25,"yes":false,"list":[ ],"text":"a\"\\\/\n\t—ї","small":255 } "#

    @Test(arguments: [
        good, plain, #"{"whole":0,"number":-0,"yes":true,"list":[1,2.5],"words":{"a":"b","":""},"inner":[]}"#,
        #"{"whole":123456789012345678,"number":0.1,"yes":true,"list":[0.30000000000004],"text":null,"small":null}"#,
        #"{"inner":[{"patch":null,"name":null},{"patch":3,"name":"x"},{"name":"y"}],"whole":1,"number":2,"yes":true,"list":[]}"#,
    ])
    func `common JSON is decoded to the same value as by Foundation`(json: String) throws {
        let value = try #require(Self.strict(json))
        #expect(try PayloadCoder.decodeByFoundation(Many.self, from: Array(json.utf8)) == value)
        #expect(try PayloadCoder.decode(Many.self, from: Array(json.utf8)) == value)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[]", "null", "nul", "1", #""x"#, #"{"whole":1}"#, good + "x", good + good, good + ",",
        good.replacing("-7", with: "07"), good.replacing("-7", with: "-"), good.replacing("-7", with: "1."),
        good.replacing("-7", with: "+1"), good.replacing("-7", with: ".5"), good.replacing("-7", with: "1.5"),
        good.replacing("-7", with: "\"7\""), good.replacing("true", with: "1"), good.replacing("true", with: "tru"),
        good.replacing("1.25", with: "NaN"), good.replacing("1.25", with: "1e999"), good.replacing("[0", with: "[,0"),
        good.replacing("100]", with: "100}"),
        good.replacing("\"yes\":", with: "yes:"), good.replacing("\"yes\":", with: "\"yes\""),
        good.replacing("}", with: #","text":"\u{1}"}"#), good.replacing("}", with: #","text":"\x"}"#),
        good.replacing("}", with: #","small":256}"#), good.replacing("}", with: #","other":1}"#),
        good.replacing("}", with: #","inner":[{"name":null,"x":1}]}"#),
        String(repeating: "[", count: 100_000),
        #"{"list":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}",
    ])
    func `invalid JSON is rejected`(json: String) {
        #expect(Self.strict(json) == nil)
        #expect(throws: ServiceError.self) { try PayloadCoder.decode(Many.self, from: Array(json.utf8)) }
    }

    @Test(arguments: [
        good.replacing("100]", with: "100,]"), good.replacing("}", with: ",}"), "\u{FEFF}" + good,
        good.replacing("}", with: #","whole":8}"#), good.replacing("}", with: #","wh\u006Fle":8}"#),
        good.replacing("}", with: #","wh\\ole":8}"#), good.replacing("100", with: "1e2"),
        good.replacing("1.25", with: "1.25e1"), good.replacing("1.25", with: "0.1234567890123456789"),
        plain.replacing("—ї", with: #"\u0457"#), good.replacing("-7", with: "1.0"),
        plain.replacing("whole", with: #"\u0077hole"#),
    ])
    func `rare JSON is left to Foundation's decoder`(json: String) throws {
        #expect(Self.strict(json) == nil)
        let bytes = Array(json.utf8)
        let value = try? PayloadCoder.decode(Many.self, from: bytes)
        let byFoundation = try? PayloadCoder.decodeByFoundation(Many.self, from: bytes)
        #expect(byFoundation == value)
    }

    @Test func `bytes that are not UTF-8 are rejected`() {
        var bytes = Array(Self.plain.utf8)
        bytes[bytes.firstIndex(of: 0xE2) ?? 0] = 0xFF
        #expect(PlainJSON.value(Many.self, from: bytes, isStrict: true) == nil)
    }

    @Test func `objects with more members than the fast decoder counts are left to Foundation's`() throws {
        let members = Dictionary(uniqueKeysWithValues: (0..<100).map { ("field\($0)", $0) })
        let bytes = try PayloadCoder.encode(members)
        #expect(PlainJSON.value([String: Int].self, from: bytes, isStrict: true) == nil)
        #expect(try PayloadCoder.decode([String: Int].self, from: bytes) == members)
        let few = members.filter { $0.value < 64 }
        #expect(PlainJSON.value([String: Int].self, from: try PayloadCoder.encode(few), isStrict: true) == few)
    }

    @Test func `unknown fields of a reply are ignored`() throws {
        let bytes = Array(Self.plain.replacing("}", with: #","later":{"a":[1,"x"]}}"#).utf8)
        let value = try #require(PlainJSON.value(Many.self, from: bytes, isStrict: false))
        #expect(try PayloadCoder.decodeReplyByFoundation(Many.self, from: bytes) == value)
        #expect(throws: ServiceError.self) { try PayloadCoder.decode(Many.self, from: bytes) }
    }

    /// Every decimal of up to 15 digits is decoded to the nearest binary number, as by `strtod`.
    @Test func `numbers are rounded once`() throws {
        var generator = SeededGenerator(seed: testSeed("NUMBERS"))
        for _ in 0..<20_000 {
            let digits = String(Int.random(in: 0..<1_000_000_000_000_000, using: &generator))
            let places = Int.random(in: 0...digits.count - 1, using: &generator)
            let sign = Bool.random(using: &generator) ? "-" : ""
            let text = sign + digits.dropLast(places) + (places == 0 ? "" : "." + digits.suffix(places))
            let value = try #require(PlainJSON.value(Double.self, from: Array(text.utf8), isStrict: true), "\(text)")
            #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }
}
