import ContractDocuments
import Contracts
import Foundation
import Testing

/// How rules become keywords of JSON Schema.
struct ConstraintTests {
    struct Portion: Codable, Sendable {
        var name: String
        var grams: Double?
    }

    struct Add: Contract {
        struct Reply: Codable, Sendable {
            var version: Int
            var portion: Portion
        }

        static let method = Method("probe.items.add", of: .diary, .keyedWrite, .user).route(
            .post,
            "/v1/probe/{date}/items",
            "Adds an item.",
            scope: .diaryWrite,
            success: .created,
            gatewayFields: ["client"],
            errors: [.profileIncomplete]
        )
        var date: String
        var client: String?
        var ifVersion: Int?
        var name: String?
        var grams: Double?
        var kcal: Int?
        var unit: String?
        var portions: [Portion]
        var names: [String: String]?
    }

    private static let rules = [
        FieldConstraint(["grams"], .range(0.1...10_000)), FieldConstraint(["kcal"], .range(0...20_000)),
        FieldConstraint(["name"], .length(1...200)), FieldConstraint(["name"], .bytes(800)),
        FieldConstraint(["unit"], .oneOf(["g", "ml"])), FieldConstraint(["portions"], .items(1...20)),
        FieldConstraint(["portions[].grams"], .range(1...5_000)),
        FieldConstraint(["portions[].name"], .pattern("^[a-z]+$")),
        FieldConstraint(["names{}"], .length(1...64)), FieldConstraint(["grams", "kcal"], .exactlyOne),
        FieldConstraint(["unit", "grams"], .needs), FieldConstraint(["name", "unit"], .excludes),
        FieldConstraint(["date"], .sentence("From 1900 to 2200.")), FieldConstraint(["name", "kcal"], .atMostOne),
    ]

    private func model() throws -> HTTPModel {
        try HTTPModel(contracts: [Add.self], routes: [], rules: { _ in Self.rules })
    }

    private func schema(_ name: String) throws -> YAML {
        try #require(OpenAPIDocument(model()).yaml["components"]?["schemas"]?[name])
    }

    @Test func `constraints of values become keywords, and those without one become sentences`() throws {
        let properties = try #require(try schema("ConstraintTestsAdd")["properties"])
        #expect(properties["grams"]?["minimum"] == .number(0.1))
        #expect(properties["grams"]?["maximum"] == 10_000)
        #expect(properties["kcal"]?["type"] == ["integer", "null"])
        #expect(properties["name"]?["maxLength"] == 200)
        #expect(properties["name"]?["description"] == "At most 800 bytes in UTF-8.")
        #expect(properties["unit"]?["enum"] == ["g", "ml", .null])
        #expect(properties["portions"]?["minItems"] == 1)
        #expect(properties["portions"]?["maxItems"] == 20)
        #expect(properties["names"]?["additionalProperties"]?["maxLength"] == 64)
        #expect(properties["date"] == nil && properties["client"] == nil && properties["ifVersion"] == nil)
    }

    @Test func `a type of requests and replies has a closed variant with the constraints of its fields`() throws {
        let input = try schema("ConstraintTestsPortionInput")
        #expect(input["additionalProperties"] == false)
        #expect(input["properties"]?["grams"]?["maximum"] == 5_000)
        #expect(input["properties"]?["name"]?["pattern"] == "^[a-z]+$")
        let reply = try schema("ConstraintTestsPortion")
        #expect(reply["additionalProperties"] == nil)
        #expect(reply["properties"]?["grams"]?["maximum"] == nil)
    }

    @Test func `rules between fields count null as missing`() throws {
        guard case .list(let rules)? = try schema("ConstraintTestsAdd")["allOf"] else {
            Issue.record("There are no rules between fields.")
            return
        }
        let hasGrams: YAML = ["required": ["grams"], "properties": ["grams": ["not": ["type": "null"]]]]
        let hasKcal: YAML = ["required": ["kcal"], "properties": ["kcal": ["not": ["type": "null"]]]]
        #expect(rules.first == ["oneOf": [hasGrams, hasKcal]])
        #expect(rules.count == 4)
    }

    @Test func `a parameter of a special route has the type and the constraints of the field that it becomes`() throws {
        let route = RouteDescription(
            .get,
            "/v1/probe",
            "Returns items.",
            parameters: [.init("name", in: .query, .field(of: Add.self), "The name.")],
            responses: [.init(200, nil, "The items.")]
        )
        let model = try HTTPModel(contracts: [], routes: [route], rules: { _ in Self.rules })
        let parameter = try #require(model.operations.first?.parameters.first)
        #expect(parameter.schema == Schema(.text(format: nil), constraints: [.length(1...200), .bytes(800)]))
        #expect(model.components["ConstraintTestsAdd"] == nil && model.components["ConstraintTestsPortion"] == nil)
    }

    @Test func `a parameter of a special route is refused if the contract has no such field`() {
        let route = RouteDescription(
            .get,
            "/v1/probe",
            "Returns items.",
            parameters: [.init("missing", in: .query, .field(of: Add.self), "No field.")],
            responses: []
        )
        #expect(throws: ShapeRecorder.Refusal.self) {
            try HTTPModel(contracts: [], routes: [route], rules: { _ in Self.rules })
        }
    }

    @Test func `an example obeys the rules between fields`() throws {
        let model = try model()
        let add = try #require(model.components["ConstraintTestsAdd"])
        let example = ExampleMaker(model).example(of: add)
        #expect(example["grams"] == 120)
        #expect(example["kcal"] == nil)
        #expect(example["portions"] == [["name": "a"]])
    }

    @Test func `problems follow from access, effect, headers, body and the binding`() throws {
        let operation = try #require(try model().operations.first)
        #expect(operation.id == "probeItemsAdd")
        #expect(operation.parameters.map(\.name) == ["date", "If-Match", "Idempotency-Key"])
        #expect(operation.responses.first?.headers == [.idempotencyKey, .entityTag])
        #expect(
            operation.problems.map(\.status) == [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503, 504, 507]
        )
        let invalid = operation.problems.first { $0.status == 422 }
        #expect(invalid?.codes == [.invalid, .profileIncomplete])
    }

    @Test(arguments: [
        "^[!-~]+$", "^[a-z]{2,3}(-[A-Z]{2})?$", #"^(\*|"(0|[1-9][0-9]{0,17})")$"#, "^[0-9]{8}$|^[0-9]{13}$", "^[^/]+$",
        DatePattern.day, DatePattern.orToday,
    ])
    func `an example of a pattern matches it`(pattern: String) throws {
        let text = try #require(PatternExample.text(pattern))
        #expect(try Regex(pattern).firstMatch(in: text) != nil, "\(text)")
    }

    @Test(arguments: ["1900-01-01", "2000-02-29", "2024-02-29", "2200-12-31", "today"])
    func `the pattern of days allows days that exist`(day: String) throws {
        #expect(try Regex(DatePattern.orToday).wholeMatch(in: day) != nil)
    }

    @Test(arguments: ["1899-12-31", "1900-02-29", "2100-02-29", "2023-02-29", "2201-01-01", "2026-04-31", "2026-13-01"])
    func `the pattern of days allows no others`(day: String) throws {
        #expect(try Regex(DatePattern.orToday).wholeMatch(in: day) == nil)
    }

    @Test func `numbers and texts are the same in YAML and JSON`() throws {
        let yaml: YAML = ["a": .number(0.1), "b": .double(3), "c": .null, "d": ["x\n\"y\"", true], "e": .number(1e-5)]
        #expect(yaml.json == #"{"a":0.1,"b":3,"c":null,"d":["x\n\"y\"",true],"e":1e-05}"#)
        #expect(yaml.text.contains("a: 0.1\nb: 3\nc: null\n"))
        #expect(yaml.text.hasSuffix("e: 1.0e-05\n"))
    }
}
