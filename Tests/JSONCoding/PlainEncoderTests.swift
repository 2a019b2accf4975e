import Contracts
import Foundation
import JSONCoding
import SeededRandom
import TestSupport
import Testing

/// Compares the fast encoder with Foundation's: it writes the same JSON for common values, and leaves the others to it.
@Suite(.timeLimit(.minutes(5)))
struct PlainEncoderTests {
    private struct Empty: Codable, Equatable {}

    private static func tree(_ bytes: [UInt8]) throws -> JSONTree {
        try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }

    /// Requires the fast encoder to write the JSON that Foundation's writes, which decodes to the value again.
    private static func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
        let bytes = try #require(PlainJSON.bytes(of: value))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(try tree(bytes) == tree(try PayloadCoder.encodeByFoundation(value)), "\(text)")
        #expect(try PayloadCoder.decode(Value.self, from: bytes) == value, "\(text)")
        #expect(try PayloadCoder.decodeByFoundation(Value.self, from: bytes) == value, "\(text)")
        #expect(try PayloadCoder.encode(value).count == bytes.count)
    }

    private static var many: Many {
        Many(
            whole: -7,
            small: nil,
            wide: .max,
            number: 1.25,
            text: "a\"\\/\u{0}\u{1F}\n\u{7F}—ї\u{1F35A}",
            optional: nil,
            yes: true,
            choice: .second,
            choices: [.first, nil, .second],
            list: [[], [0, -0.5, 100], [1e300]],
            words: ["": "b", "a\n\"": ""],
            counts: ["x": .min, "y": .max],
            nested: ["none": [], "two": [Inner(), Inner(patch: .cleared, name: "x", others: [])]],
            inner: nil
        )
    }

    @Test func `common values are encoded as by Foundation`() throws {
        try Self.expectSame(Self.many)
        var full = Self.many
        (full.small, full.optional, full.number) = (.min, "x", -1e-9)
        full.inner = Inner(patch: .set(0.1), textPatch: .set("\t"), number: 2, choice: .first, others: [1, 2])
        try Self.expectSame(full)
        try Self.expectSame([full, Self.many])
        try Self.expectSame(Beside(id: 1, inner: Inner(patch: .set(3)), last: false))
        try Self.expectSame([Inner(textPatch: .cleared), Inner(number: 0.3)])
    }

    @Test func `empty and single values are encoded as by Foundation`() throws {
        try Self.expectSame(Empty())
        try Self.expectSame([Empty(), Empty()])
        try Self.expectSame([String]())
        try Self.expectSame([String: Int]())
        try Self.expectSame([[String]](repeating: [], count: 3))
        try Self.expectSame([Int?.none, 1, nil])
        try Self.expectSame("text")
        try Self.expectSame(Int8(-128))
        try Self.expectSame(UInt64.max)
        try Self.expectSame(Int64.min)
        try Self.expectSame(true)
        try Self.expectSame(Many.Choice.second)
    }

    @Test func `fields are written in the order in which the type encodes them`() {
        let beside = Beside(id: 1, inner: Inner(patch: .set(1.5), name: "x"), last: true)
        #expect(
            PlainJSON.bytes(of: beside).map { String(decoding: $0, as: UTF8.self) }
                == #"{"id":1,"patch":1.5,"name":"x","number":null,"choice":null,"others":null,"last":true}"#
        )
    }

    @Test func `deeply nested values are encoded completely`() throws {
        struct Chain: Codable, Equatable {
            var next: [Chain]
            var name: String
        }
        var chain = Chain(next: [], name: "end")
        for number in 0..<60 { chain = Chain(next: [chain], name: "\(number)") }
        let bytes = try #require(PlainJSON.bytes(of: chain))
        #expect(try PayloadCoder.decodeReply(Chain.self, from: bytes) == chain)
    }

    // MARK: Values for Foundation's encoder

    private struct Special: Codable, Equatable {
        var date: Date?
        var data: Data?
        var url: URL?
        var decimal: Decimal?
        var float: Float?
    }

    @Test func `types with formats of their own are left to Foundation's encoder`() throws {
        let values = [
            Special(date: Date(timeIntervalSince1970: 1.5)), Special(data: Data([1, 2, 255])),
            Special(url: URL(string: "https://example.org/a/b")), Special(decimal: 0.1), Special(float: 0.1),
        ]
        for value in values {
            #expect(PlainJSON.bytes(of: value) == nil)
            #expect(try PayloadCoder.encode(value) == PayloadCoder.encodeByFoundation(value))
        }
    }

    private struct Nesting: Encodable {
        enum CodingKeys: CodingKey {
            case first
            case second
        }

        let form: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch form {
            case 0:
                var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
                try container.encode(1, forKey: .second)
                try nested.encode(2, forKey: .first)
            case 1:
                var nested = container.nestedUnkeyedContainer(forKey: .first)
                try container.encode(1, forKey: .second)
                try nested.encode(2)
            default: try [1, 2].encode(to: container.superEncoder(forKey: .second))
            }
        }
    }

    @Test(arguments: 0...2) func `nested containers are left to Foundation's encoder`(form: Int) throws {
        let value = Nesting(form: form)
        #expect(PlainJSON.bytes(of: value) == nil)
        #expect(PlainJSON.bytes(of: [value, value]) == nil)
        #expect(try Self.tree(PayloadCoder.encode(value)) == Self.tree(PayloadCoder.encodeByFoundation(value)))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is rejected as by Foundation`(number: Double) {
        var many = Self.many
        many.list = [[1, number]]
        #expect(PlainJSON.bytes(of: many) == nil)
        #expect(PlainJSON.bytes(of: number) == nil)
        #expect(PlainJSON.bytes(of: Inner(patch: .set(number))) == nil)
        #expect(PlainJSON.bytes(of: Inner(number: number)) == nil)
        #expect(throws: EncodingError.self) { try PayloadCoder.encode(many) }
    }

    // MARK: Numbers

    @Test func `numbers have the digits of their description`() throws {
        var generator = SeededGenerator(seed: 21)
        func expectDigits(_ number: Double) throws {
            let bytes = try #require(PlainJSON.bytes(of: number))
            let text = String(decoding: bytes, as: UTF8.self)
            if let whole = Int64(exactly: number) {
                #expect(text == "\(whole)")
            } else {
                #expect(text == number.description)
            }
            #expect(Double(text) == number)
        }
        for number in [
            0, -0.0, 0.1, -0.1, 0.0001, 0.00012, 1e-4, 1e-5, 9.9999, 99.99995, 1e9 + 0.5, 1e10 + 0.25, 1e15 + 0.5,
        ] {
            try expectDigits(number)
        }
        for number in [
            Double.leastNonzeroMagnitude, 1.7976931348623157e308, 9_007_199_254_740_992, 1e18, 1e19, -1e22,
            0.30000000000000004,
        ] {
            try expectDigits(number)
        }
        for _ in 0..<50_000 {
            let places = Int.random(in: 0...7, using: &generator)
            let digits = Double(Int.random(in: 0...10_000_000_000, using: &generator))
            let sign: Double = Bool.random(using: &generator) ? -1 : 1
            try expectDigits(sign * digits / pow(10, Double(places)))
            try expectDigits(Double.random(in: -1e4...1e4, using: &generator))
            try expectDigits((digits / pow(10, Double(places))).nextUp)
        }
    }

    // MARK: Random values

    @Test(arguments: [1, 2, testSeed("VALUES")])
    func `any value decodes back to itself, by both decoders`(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        var plain = 0
        for _ in 0..<1_000 {
            let value = Many.random(&generator)
            try Self.expectSame(value)
            let bytes = try #require(PlainJSON.bytes(of: value))
            if PlainJSON.value(Many.self, from: bytes, isStrict: true) == value { plain += 1 }
        }
        #expect(plain > 200)
    }
}
