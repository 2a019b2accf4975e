import Contracts
import JSONCoding
import Testing

struct StrictShapeTests {
    private static func error(_ json: String) -> ServiceError? {
        do {
            _ = try PayloadCoder.decode(CalculatorTarget.self, from: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    private static let good =
        #"{"sex":"male","age":30,"heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep"}"#

    @Test func `a valid body is accepted`() {
        #expect(Self.error(Self.good) == nil)
    }

    @Test(arguments: [
        "", " ", "{", "[]", "null", "1", "\"x\"", "{\"sex\":", "{} {}", "\u{FEFF}", "NaN",
        good.replacing("180", with: "NaN"), good.replacing("180", with: "Infinity"), good.replacing("180", with: "01"),
    ])
    func `a body that is no JSON object is malformed`(json: String) {
        #expect(Self.error(json)?.code == .malformed)
    }

    @Test func `missing, unknown and mistyped fields are named`() throws {
        let missing = try #require(
            Self.error(Self.good.replacing(#""age":30,"#, with: "").replacing("sex", with: "sax"))
        )
        #expect(missing.code == .malformed)
        #expect(missing.details.map(\.field) == ["sex", "sax"])
        #expect(missing.details.map(\.code) == [.missing, .unknown])

        let unknown = try #require(Self.error(Self.good.replacing("}", with: #","b":1,"a":{}}"#)))
        #expect(unknown.details.map(\.field) == ["a", "b"])

        let text = try #require(Self.error(Self.good.replacing("180", with: "\"tall\"")))
        #expect(text.details.map(\.field) == ["heightCm"])
        #expect(text.details.map(\.code) == [.wrongType])

        let choice = try #require(Self.error(Self.good.replacing("male", with: "robot")))
        #expect(choice.details.map(\.field) == ["sex"])
        #expect(choice.details.map(\.code) == [.wrongFormat])
    }

    @Test(arguments: [
        #"{"date":"today","meal":"brunch","foodId":"018bcfe5-6800-7f42-8fff-ffffffffffff","grams":50}"#,
        #"{"grams":"much","date":"today","meal":"lunch"}"#,
    ])
    func `after a wrong field, only fields that the type cannot read are unknown`(json: String) throws {
        let error = #expect(throws: ServiceError.self) {
            try PayloadCoder.decode(DiaryEntriesAdd.self, from: Array(json.utf8))
        }
        #expect(error?.details.contains { $0.code == .unknown } == false, "\(String(describing: error))")
    }

    @Test func `a huge exponent and a fraction for an integer are rejected by field, not rounded`() throws {
        let huge = try #require(Self.error(Self.good.replacing("180", with: "1e999")))
        #expect(huge.details.map(\.field) == ["heightCm"])
        let fraction = try #require(Self.error(Self.good.replacing("30", with: "30.5")))
        #expect(fraction.details.map(\.field) == ["age"])
    }

    @Test func `an invalid date is rejected by field`() throws {
        let json = Self.good.replacing(#""age":30"#, with: #""birthDate":"1990-02-30""#)
        let error = try #require(Self.error(json))
        #expect(
            error.details == [
                FieldError("birthDate", .wrongFormat, "birthDate must be a date written YYYY-MM-DD.")
            ]
        )
    }

    @Test func `registration accepts profile fields, and rejects fields unknown to both`() throws {
        let json = #"{"email":"a@b.cd","password":"x","passwordConfirmation":"x","name":"Anna","weightKg":61.5}"#
        let register = try PayloadCoder.decode(AuthRegister.self, from: Array(json.utf8))
        #expect(register.profile.weightKg == .set(61.5))
        #expect(register.profile.heightCm == .unchanged)
        // Encoded again, it has the name once.
        let encoded = String(decoding: try PayloadCoder.encode(register), as: UTF8.self)
        #expect(encoded.split(separator: "\"name\"", omittingEmptySubsequences: false).count == 2)
        let error = #expect(throws: ServiceError.self) {
            try PayloadCoder.decode(AuthRegister.self, from: Array(json.replacing("weightKg", with: "weight").utf8))
        }
        #expect(error?.details.map(\.field) == ["weight"])
    }

    @Test func `a change distinguishes absent, null and value, in decoding and encoding`() throws {
        let json = #"{"goalWeightKg":null,"heightCm":170,"shares":{"leaderboard":true}}"#
        let change = try PayloadCoder.decode(ProfileChange.self, from: Array(json.utf8))
        #expect(change.goalWeightKg == .cleared)
        #expect(change.heightCm == .set(170))
        #expect(change.weightKg == .unchanged)
        let again = try PayloadCoder.decode(ProfileChange.self, from: try PayloadCoder.encode(change))
        #expect(again == change)
    }

    @Test func `unknown nutrients are written as null`() throws {
        let text = String(decoding: try PayloadCoder.encode(Nutrients(kcal: 1)), as: UTF8.self)
        #expect(text.contains(#""fiberG":null"#))
        #expect(try PayloadCoder.decode(Nutrients.self, from: Array(text.utf8)) == Nutrients(kcal: 1))
    }

    @Test func `the object with an image is in the same JSON object as the upload, also in errors`() throws {
        let upload = ImageID.make()
        let json = ##"{"id":"\##(EntryID.make())","ifVersion":2,"pages":1,"upload":"\##(upload)"}"##
        let set = try PayloadCoder.decode(ImageSet<EntryImages>.self, from: Array(json.utf8))
        #expect((set.target.ifVersion, set.pages, set.upload) == (2, 1, upload))
        let encoded = try PayloadCoder.encode(set)
        #expect(try PayloadCoder.decode(ImageSet<EntryImages>.self, from: encoded).target.id == set.target.id)
        let wrong = #expect(throws: ServiceError.self) {
            let json = json.replacing("\(set.target.id)", with: "1")
            _ = try PayloadCoder.decode(ImageSet<EntryImages>.self, from: Array(json.utf8))
        }
        #expect(wrong?.details.map(\.field) == ["id"])
        let own = try PayloadCoder.encode(ImageSet<ProfileImages>(Empty(), upload: upload, pages: 1))
        #expect(try PayloadCoder.decode(ImageSet<ProfileImages>.self, from: own).upload == upload)
        #expect(throws: ServiceError.self) { try PayloadCoder.decode(ImageSet<ProfileImages>.self, from: encoded) }
    }

    @Test func `a type without fields accepts only an empty object`() throws {
        _ = try PayloadCoder.decode(ProfileGet.self, from: Array("{}".utf8))
        for json in [#"{"a":1}"#, "[]", "null", "1"] {
            let error = #expect(throws: ServiceError.self) {
                _ = try PayloadCoder.decode(ProfileGet.self, from: Array(json.utf8))
            }
            #expect(error?.code == .malformed, "\(json)")
        }
    }

    @Test func `unknown fields inside nested objects and lists are named by their path`() throws {
        let portions = #"[{"name":"cup","grams":1},{"name":"cup","grams":1,"x":2}]"#
        let error = #expect(throws: ServiceError.self) {
            try PayloadCoder.decode([Portion].self, from: Array(portions.utf8))
        }
        #expect(error?.details.map(\.code) == [.unknown])
        #expect(error?.details.first?.field.hasSuffix(".x") == true)
    }

    @Test func `numbers of every integer and float type are decoded`() throws {
        func read<Number: Decodable & Equatable & ExpressibleByIntegerLiteral>(_ type: Number.Type) throws {
            #expect(try PayloadCoder.decode([Number].self, from: Array("[1,2]".utf8)) == [1, 2])
            #expect(throws: ServiceError.self) { try PayloadCoder.decode([Number].self, from: Array(#"["1"]"#.utf8)) }
        }
        try read(Int.self)
        try read(Int8.self)
        try read(Int16.self)
        try read(Int32.self)
        try read(Int64.self)
        try read(UInt.self)
        try read(UInt8.self)
        try read(UInt16.self)
        try read(UInt32.self)
        try read(UInt64.self)
        try read(Double.self)
        try read(Float.self)
    }

    @Test func `a number out of range is malformed`() {
        for json in ["[256]", "[-1]", "[1.5]", "[1e400]"] {
            let error = #expect(throws: ServiceError.self) {
                try PayloadCoder.decode([UInt8].self, from: Array(json.utf8))
            }
            #expect(error?.code == .malformed, "\(json)")
        }
    }
}
