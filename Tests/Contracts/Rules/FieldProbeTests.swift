import Contracts
import JSONCoding
import Testing

struct FieldProbeTests {
    private enum Size: String, Codable, Sendable, CaseIterable {
        case small
        case large
    }

    private struct Inner: Codable, Sendable, Equatable {
        var grams = 1.0
        var more: Double?
    }

    /// Names in JSON that differ from those of the properties, and two wrapped fields of the same type.
    private struct Outer: Codable, Sendable {
        var number: Double
        var other: Double?
        @Nullable var first: Double?
        @Nullable var second: Double?
        var size: Size?
        var inner: Inner?
        var flags: [String: Bool]

        enum CodingKeys: String, CodingKey {
            case number = "n"
            case other = "o"
            case first
            case second
            case size
            case inner
            case flags
        }

        /// Is stored in no field of its own.
        var sum: Double { number + (other.map { $0 + 1 } ?? 0) }
        var constant: String { "constant" }
    }

    private func name(_ rules: Rules<Outer>) throws -> [String] {
        try rules.resolved().constraints.flatMap(\.fields)
    }

    @Test func `every field is found, also in nested objects`() throws {
        #expect(
            try probedFieldNames(of: Outer.self) == [
                "n", "o", "first", "second", "size", "inner", "inner.grams", "inner.more", "flags",
            ]
        )
    }

    @Test func `names are those of the JSON, also of wrapped and nested fields`() throws {
        #expect(try name([.range(\.number, 0.0...1.0)]) == ["n"])
        #expect(try name([.range(\.other, 0.0...1.0)]) == ["o"])
        #expect(try name([.range(\.first, 0.0...1.0)]) == ["first"])
        #expect(try name([.range(\.second, 0.0...1.0)]) == ["second"])
        #expect(try name([.range(\.inner?.grams, 0.0...1.0)]) == ["inner.grams"])
        #expect(try name([.range(\.inner?.more, 0.0...1.0)]) == ["inner.more"])
        #expect(try name([.required(\.inner)]) == ["inner"])
        #expect(try name([.required(\.size)]) == ["size"])
        #expect(try name([.items(\.flags, 0...1)]) == ["flags"])
    }

    @Test func `a key path that reads no field, or several, is a fault`() {
        let none = #expect(throws: RuleFault.self) { try name([.length(\.constant, 1...2)]) }
        #expect(none?.description == "A rule of Outer reads a String that no field of the JSON sets.")
        let several = #expect(throws: RuleFault.self) { try name([.range(\.sum, 0.0...1.0)]) }
        #expect(several?.description == "A rule of Outer reads a Double that several fields set: n, o.")
    }
}

struct RuleContradictionTests {
    private struct Pair: Codable, Sendable {
        var amount: Double
        var text: String
        var other: String
        var maybe: String?
        var list: [String]
    }

    private func fault(_ rules: Rules<Pair>) -> String? {
        do {
            _ = try rules.resolved()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `rules that no value satisfies are a fault`() {
        let cases: [(Rules<Pair>, String)] = [
            ([.range(\.amount, 0.0...1.0), .range(\.amount, 2.0...3.0)], "amount has two ranges"),
            ([.range(\.amount, 0.0...1.0), .minimum(\.amount, 2)], "amount has two ranges"),
            ([.length(\.text, 1...2), .length(\.text, 3...4)], "text has two lengths"),
            ([.length(\.text, 5...9), .bytes(\.text, 4)], "text needs 5 characters in 4 bytes"),
            ([.items(\.list, 0...1), .items(\.list, 2...3)], "list has two counts"),
            ([.oneOf(\.text, ["a"], ""), .oneOf(\.text, ["b"], "")], "text has no allowed value"),
            ([.excludes(\.text, \.other, "")], "text and other are required"),
            ([.required(\.maybe), .excludes(\.text, \.maybe, "")], "text and maybe are required"),
            ([.exactlyOne(of: \.text, \.other, "")], "text and other are required"),
        ]
        for (rules, sentence) in cases {
            #expect(fault(rules)?.contains(sentence) == true, "\(sentence): \(fault(rules) ?? "no fault")")
        }
    }

    @Test func `rules that leave a value are accepted`() {
        #expect(
            fault([
                .range(\.amount, 0.0...1.0), .range(\.amount, 1.0...3.0), .length(\.text, 1...2), .bytes(\.text, 4),
                .excludes(\.text, \.maybe, ""), .oneOf(\.other, ["a", "b"], ""), .oneOf(\.other, ["b"], ""),
            ]) == nil
        )
    }

    @Test func `faulty rules answer no request as if it were valid`() {
        let rules: Rules<Pair> = [.length(\.text, 1...2), .length(\.text, 3...4)]
        let error = #expect(throws: ServiceError.self) {
            try rules.check(Pair(amount: 0, text: "a", other: "", list: []))
        }
        #expect(error?.code == .internalError)
    }
}
