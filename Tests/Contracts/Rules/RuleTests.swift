import Calendar
import Contracts
import JSONCoding
import Testing

/// A request with a field for each kind of rule.
private struct Sample: Codable, Sendable {
    struct Item: Codable, Sendable, Equatable {
        static let rules: Rules<Self> = [.range(\.grams, 1.0...9.0), .length(\.name, 1...3)]

        var name = "cup"
        var grams = 2.0
    }

    struct Beside: Codable, Sendable {
        static let rules: Rules<Self> = [.range(\.kcal, 0.0...100.0)]

        var kcal: Double?
    }

    static let rules: Rules<Self> = [
        .range(\.count, 1...9),
        .minimum(\.position, 0),
        .length(\.text, 2...4),
        .trimmedLength(\.title, 2...4),
        .bytes(\.code, 5),
        .items(\.tags, 0...2),
        .eachLength(\.tags, 1...3),
        .oneOf(\.color, ["red", "blue"], "{field} must be red or blue."),
        .eachOneOf(\.colors, ["red", "blue"], "{field} must be red or blue."),
        .pattern(\.pin, "^[0-9]*$", "{field} must be digits.") { $0.utf8.allSatisfy { (48...57).contains($0) } },
        .notNull(\.name),
        .required(\.needed),
        .exactlyOne(of: \.left, \.right, "Give one of left and right."),
        .needs(\.first, \.second, "{field} is missing."),
        .excludes(\.first, \.third, "{field} does not go with first."),
        .inside(\.per, Item.rules),
        .inside(\.beside, Beside.rules),
        .each(\.items, Item.rules, first: 2),
        .values(\.named, Item.rules),
        .relation(\.to, .outOfRange, "{field} must not be before from.") { $0.from <= $0.to },
    ]

    var count: Int?
    var position: Int?
    var text = "text"
    var title: String?
    var code: String?
    var tags: [String]?
    var color: String?
    var colors: [String]?
    var pin: String?
    var name: Patch<String> = .unchanged
    var needed: String? = "is"
    var left: Int? = 1
    var right: Double?
    var first: Int?
    var second: PlainDate?
    var third: DayReference?
    var per: Item?
    var beside = Beside()
    var items: Patch<[Item]> = .unchanged
    var named: [String: Item]?
    var from = PlainDate(dayNumber: 0)
    var to = PlainDate(dayNumber: 0)

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        position = try container.decodeIfPresent(Int.self, forKey: .position)
        text = try container.decode(String.self, forKey: .text)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        code = try container.decodeIfPresent(String.self, forKey: .code)
        tags = try container.decodeIfPresent([String].self, forKey: .tags)
        color = try container.decodeIfPresent(String.self, forKey: .color)
        colors = try container.decodeIfPresent([String].self, forKey: .colors)
        pin = try container.decodeIfPresent(String.self, forKey: .pin)
        name = try container.decode(Patch<String>.self, forKey: .name)
        needed = try container.decodeIfPresent(String.self, forKey: .needed)
        left = try container.decodeIfPresent(Int.self, forKey: .left)
        right = try container.decodeIfPresent(Double.self, forKey: .right)
        first = try container.decodeIfPresent(Int.self, forKey: .first)
        second = try container.decodeIfPresent(PlainDate.self, forKey: .second)
        third = try container.decodeIfPresent(DayReference.self, forKey: .third)
        per = try container.decodeIfPresent(Item.self, forKey: .per)
        items = try container.decode(Patch<[Item]>.self, forKey: .items)
        named = try container.decodeIfPresent([String: Item].self, forKey: .named)
        from = try container.decode(PlainDate.self, forKey: .from)
        to = try container.decode(PlainDate.self, forKey: .to)
        beside = try Beside(from: decoder)
    }
}

struct RuleTests {
    /// Returns field and code of every error of a sample.
    private func errors(_ change: (inout Sample) -> Void) throws -> [String] {
        var sample = Sample()
        change(&sample)
        return try Sample.rules.errors(in: sample).map { "\($0.field) \($0.code.rawValue)" }
    }

    private func error(_ change: (inout Sample) -> Void) throws -> FieldError {
        var sample = Sample()
        change(&sample)
        return try #require(try Sample.rules.errors(in: sample).first)
    }

    @Test func `a valid value has no errors`() throws {
        #expect(try errors { _ in } == [])
    }

    @Test func `a number outside its range names the range`() throws {
        #expect(
            try error { $0.count = 10 }
                == FieldError(
                    "count",
                    .outOfRange,
                    "count must be from 1 to 9.",
                    params: ["min": "1", "max": "9"]
                )
        )
        #expect(
            try error { $0.position = -1 }
                == FieldError(
                    "position",
                    .outOfRange,
                    "position must be 0 or more.",
                    params: ["min": "0"]
                )
        )
    }

    @Test func `a text is measured in Unicode scalars`() throws {
        #expect(try errors { $0.text = "a" } == ["text tooShort"])
        #expect(try errors { $0.text = "abcde" } == ["text tooLong"])
        #expect(try errors { $0.text = "👩‍👧" } == [])
        #expect(try errors { $0.text = "👩‍👩‍👧" } == ["text tooLong"])
        #expect(try errors { $0.title = " a  " } == ["title tooShort"])
        #expect(try errors { $0.title = "  abcd \n" } == [])
        #expect(try errors { $0.code = "їїї" } == ["code tooLong"])
    }

    @Test func `lists and choices are checked`() throws {
        #expect(try errors { $0.tags = ["a", "b", "long"] } == ["tags tooLong", "tags tooLong"])
        #expect(try errors { $0.color = "green" } == ["color notAllowed"])
        #expect(try error { $0.colors = ["red", "green"] }.params == ["allowed": "red, blue"])
        #expect(try errors { $0.pin = "12a" } == ["pin wrongFormat"])
    }

    @Test func `the presence of fields is checked`() throws {
        #expect(try errors { $0.name = .cleared } == ["name notAllowed"])
        #expect(try errors { $0.needed = nil } == ["needed missing"])
        #expect(try errors { $0.left = nil } == ["left missing", "right missing"])
        #expect(try errors { $0.right = 1 } == ["left notAllowed", "right notAllowed"])
        #expect(try errors { $0.first = 1 } == ["second missing"])
        #expect(try errors { ($0.second, $0.third) = (PlainDate(dayNumber: 0), .today) } == [])
        #expect(
            try errors {
                ($0.first, $0.second, $0.third) = (1, PlainDate(dayNumber: 0), .today)
            } == ["third notAllowed"]
        )
        #expect(try errors { $0.to = PlainDate(dayNumber: -1) } == ["to outOfRange"])
    }

    @Test func `nested fields are named from the outermost object`() throws {
        let wrong = Sample.Item(name: "", grams: 0)
        #expect(try errors { $0.per = wrong } == ["per.grams outOfRange", "per.name tooShort"])
        #expect(try errors { $0.beside.kcal = -1 } == ["kcal outOfRange"])
        #expect(
            try errors { $0.items = .set([.init(), wrong, wrong]) } == [
                "items[1].grams outOfRange", "items[1].name tooShort",
            ]
        )
        #expect(try error { $0.items = .set([wrong]) }.message == "items[0].grams must be from 1 to 9.")
        #expect(
            try errors { $0.named = ["b": wrong, "a": .init(name: "a", grams: 10)] } == [
                "named.a.grams outOfRange", "named.b.grams outOfRange", "named.b.name tooShort",
            ]
        )
    }

    @Test func `constraints describe each rule with the names of its fields`() throws {
        let found = try Sample.rules.resolved().constraints
        let expected: [FieldConstraint] = [
            .init(["count"], .range(1...9)), .init(["position"], .range(0...Double.infinity)),
            .init(["text"], .length(2...4)), .init(["title"], .length(2...4)), .init(["code"], .bytes(5)),
            .init(["tags"], .items(0...2)), .init(["tags[]"], .length(1...3)),
            .init(["color"], .oneOf(["red", "blue"])), .init(["colors[]"], .oneOf(["red", "blue"])),
            .init(["pin"], .pattern("^[0-9]*$")), .init(["name"], .notNull), .init(["needed"], .required),
            .init(["left", "right"], .exactlyOne), .init(["first", "second"], .needs),
            .init(["first", "third"], .excludes), .init(["per.grams"], .range(1...9)),
            .init(["per.name"], .length(1...3)), .init(["kcal"], .range(0...100)),
            .init(["items[].grams"], .range(1...9)), .init(["named{}.name"], .length(1...3)),
            .init(["to"], .sentence("The field must not be before from.")),
        ]
        for constraint in expected { #expect(found.contains(constraint), "\(constraint)") }
    }

    @Test func `the constraints of one field are found by its key path, also those of its items`() throws {
        let invitation = AuthAdminInvitationsMake.rules
        let uses = FieldConstraint(["uses"], .range(1...1_000))
        #expect(try invitation.constraints(of: \.uses) == [uses])
        let dislikes = try ProfileUpdate.rules.constraints(of: \.change.dislikes, suffix: "[]")
        #expect(dislikes.contains(FieldConstraint(["dislikes[]"], .length(1...64))))
        #expect(try ProfileUpdate.rules.constraints(of: \.ifVersion).isEmpty)
    }

    @Test func `errors of many items are bounded`() throws {
        let people = (0..<1_000).map { _ in PlanTarget(dailyKcal: 0) }
        var plan = CalculatorPlan(days: 1, targets: people, candidates: [])
        plan.days = 7
        #expect(try CalculatorPlan.rules.errors(in: plan).count == 8)
    }
}
