import Calendar
import ContractDocuments
import Contracts
import JSONCoding
import Testing

struct Samples {
    struct Request: Codable {
        var name: String
        var count: Int?
        @Nullable var weight: Double?
        var inner: [Inner]
        var labels: [String: Bool]
    }

    struct Inner: Codable {
        var date: PlainDate
        var kind: Kind
        var change: Patch<Kind>
        var children: [Inner]?
    }

    enum Kind: String, Codable, CaseIterable {
        case small
        case large
    }

    enum Undeclared: String, Codable {
        case only
    }

    struct ContainsItself: Decodable {
        init(from decoder: any Decoder) throws {
            _ = try decoder.container(keyedBy: Key.self).decode(ContainsItself.self, forKey: .me)
        }

        enum Key: String, CodingKey {
            case me
        }
    }
}

/// Records the shapes of types by their own decoding.
struct RecordingTests {
    @Test func `fields have names, shapes and presence`() throws {
        let recorder = ShapeRecorder()
        #expect(try recorder.shape(of: Samples.Request.self) == .named("Samples.Request"))
        #expect(
            recorder.types == [
                "Samples.Request": .object([
                    FieldShape("name", .text(format: nil)),
                    FieldShape("count", .nullable(.integer), .optional),
                    FieldShape("weight", .nullable(.number), .written),
                    FieldShape("inner", .list(.named("Samples.Inner"))),
                    FieldShape("labels", .map(.boolean)),
                ]),
                "Samples.Inner": .object([
                    FieldShape("date", .text(format: "date")),
                    FieldShape("kind", .named("Samples.Kind")),
                    FieldShape("change", .nullable(.named("Samples.Kind")), .optional),
                    FieldShape("children", .nullable(.list(.named("Samples.Inner"))), .optional),
                ]),
                "Samples.Kind": .choice(["small", "large"]),
            ]
        )
    }

    @Test func `fields read by two types from one object are merged, and the stricter reader wins`() throws {
        let recorder = ShapeRecorder()
        _ = try recorder.shape(of: AuthRegister.self)
        guard case .object(let fields) = recorder.types["AuthRegister"] else {
            Issue.record("AuthRegister is no object")
            return
        }
        #expect(fields.first { $0.name == "name" } == FieldShape("name", .text(format: nil)))
        #expect(
            fields.first { $0.name == "birthDate" }
                == FieldShape("birthDate", .nullable(.text(format: "date")), .optional)
        )
    }

    @Test func `an error names the type that cannot be recorded`() throws {
        let recorder = ShapeRecorder()
        let undeclared = #expect(throws: ShapeRecorder.Refusal.self) {
            _ = try recorder.shape(of: Samples.Undeclared.self)
        }
        #expect(undeclared?.description.contains("Samples.Undeclared cannot be recorded") == true)
        let endless = #expect(throws: ShapeRecorder.Refusal.self) {
            _ = try recorder.shape(of: Samples.ContainsItself.self)
        }
        #expect(endless?.description == "Samples.ContainsItself contains itself as a required value.")
    }

    @Test(arguments: ["string", "string:uuid|null", "[DiaryDay.Week]", "{[integer]}|null", "[string|null]"])
    func `the text of a shape is parsed to the same shape`(text: String) {
        #expect(ValueShape(text)?.description == text)
    }
}

/// The subset of YAML that the document needs.
struct YAMLTests {
    @Test func `maps and lists keep their order, and ambiguous scalars are quoted`() {
        let yaml: YAML = [
            "plain": "two words", "$ref": "#/a/b", "number": 1, "flag": true, "no": "no", "digits": "1.0",
            "colon": "a: \"b\" # c\\\n", "empty": [], "short": ["a", "b"],
            "long": [["x": 1, "y": ["z": "{data}"]], [["deep": 2]]],
        ]
        let text = #"""
            plain: two words
            $ref: "#/a/b"
            number: 1
            flag: true
            "no": "no"
            digits: "1.0"
            colon: "a: \"b\" # c\\\n"
            empty: []
            short: [a, b]
            long:
              - x: 1
                "y":
                  z: "{data}"
              - - deep: 2

            """#
        #expect(yaml.text == text)
    }
}
