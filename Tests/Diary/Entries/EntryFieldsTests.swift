import Calendar
import ContractDocuments
import Contracts
import Diary
import Foundation
import Testing

/// Every field of the contract of an entry is stored, replied, exported and imported.
///
/// The fields are those that the types themselves read, so that a new one is tested without a change here.
@Suite(.timeLimit(.minutes(1)))
struct EntryFieldsTests {
    /// Values of fields that allow only some.
    private static var values: [String: Any] {
        [
            "id": "00000000-0000-7000-8000-000000000001",
            "foodId": "00000000-0000-7000-8000-000000000002",
            "date": march(1).description,
            "meal": "lunch",
            "position": 0,
            "at": "2026-03-01T07:30:00.000Z",
            "imageURL": "https://pictures.example/rye",
        ]
    }

    /// Fields of an exported entry that replies lack: they are for changes of the amount.
    private static var amountFields: [String: Any] {
        [
            "portionGrams": 8.25,
            "per100G": [
                "kcal": 100.5, "proteinG": 1.5, "fatG": 2.5, "carbohydrateG": 3.5, "fiberG": 4.5, "sugarG": 5.5,
                "saltG": 6.5,
            ],
        ]
    }

    /// Returns the fields of a type.
    private static func fields(of type: (some Decodable).Type) throws -> [FieldShape] {
        let recorder = ShapeRecorder()
        let shape = try recorder.shape(of: type)
        guard case .object(let fields) = recorder.types[shape.description] else { return [] }
        return fields
    }

    /// Returns a different value for each field.
    private static func sample(of type: (some Decodable).Type) throws -> [String: Any] {
        var sample: [String: Any] = [:]
        // The picture follows from the other fields.
        for (index, field) in try fields(of: type).enumerated() where field.name != "picture" {
            let value: Any =
                switch "\(field.shape)".split(separator: "|")[0] {
                case "integer": index + 3
                case "number": Double(index) + 1.25
                default: "Sample '\(field.name)'"
                }
            sample[field.name] = values[field.name] ?? value
        }
        return sample
    }

    private static func json(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }

    private static func decoded<Value: Decodable>(_ object: [String: Any], as type: Value.Type) throws -> Value {
        try PayloadCoder.decode(type, from: Array(try json(object).utf8))
    }

    private static func document(_ entry: [String: Any]) throws -> String {
        let head = #"{"format":"mealwire-diary","formatVersion":1,"entries":["#
        return head + (try json(entry)) + #"],"days":[],"complete":true}"#
    }

    @Test func `no field is lost between import, table, replies and exports`() async throws {
        let sample = try Self.sample(of: DiaryEntry.self)
        let file = sample.merging(Self.amountFields) { own, _ in own }
        var expected = try Self.decoded(sample, as: DiaryEntry.self)
        try await DiaryFixture.use { diary in
            #expect(Outcome(try await diary.importFile(try Self.document(file), .mealwire)) == Outcome(added: 1))
            #expect(try await diary.entries(march(1)) == [expected])
            #expect(try await diary.service.changes(DiaryChanges(), diary.context()).items == [expected])

            let exported = try JSONSerialization.jsonObject(with: Data(try await diary.exported(.json).utf8))
            let entries = try #require((exported as? [String: Any])?["entries"] as? [[String: Any]])
            #expect(try entries.map(Self.json) == [Self.json(file)])

            // Through the statement that changes an entry.
            let update = DiaryEntriesUpdate(id: expected.id, meal: .dinner)
            (expected.meal, expected.version) = (.dinner, expected.version + 1)
            #expect(try await diary.service.update(update, diary.context()).value == expected)
            #expect(try await diary.entries(march(1)) == [expected])

            // Through a table.
            let (table, other) = (try await diary.exported(.csv), UserID.make())
            #expect(Outcome(try await diary.importFile(table, .mealwire, as: other)) == Outcome(added: 1))
            #expect(try await diary.entries(march(1), as: other) == [expected])
            #expect(try await diary.exported(.json, as: other) == (try await diary.exported(.json)))
            #expect(Outcome(try await diary.importFile(table, .mealwire, as: other)) == Outcome(unchanged: 1))

            // A copy differs in its place and time.
            let copy = DiaryDaysCopy(date: .date(march(2)), from: .date(march(1)))
            let copied = try #require(
                try await diary.service.copy(copy, diary.context()).meals.flatMap(\.entries).first
            )
            (expected.id, expected.date, expected.at, expected.version) = (copied.id, march(2), copied.at, 1)
            #expect(copied == expected)
        }
    }

    @Test func `every field of a change is a change, and ids and versions alone are none`() async throws {
        let sample = try Self.sample(of: DiaryEntriesUpdate.self)
        try await DiaryFixture.use { diary in
            var food = bread()
            food.densityGPerMl = 0.3
            diary.catalog.put(food)
            for name in sample.keys.sorted() where name != "ifVersion" {
                let entries = [
                    try await diary.add(EntryAmount(foodId: food.id, portion: "slice")),
                    try await diary.add(quick(kcal: 100)),
                ]
                var versions: Set<Int> = []
                for entry in entries {
                    var change: [String: Any] = ["id": entry.id.description, "ifVersion": entry.version]
                    if name != "id" { change[name] = name == "portion" ? "loaf" : sample[name] }
                    let request = try Self.decoded(change, as: DiaryEntriesUpdate.self)
                    // One of the two kinds of entries has the field.
                    let changed = try? await diary.service.update(request, diary.context()).value
                    versions.insert(changed?.version ?? 0)
                }
                #expect(versions.max() == (name == "id" ? 1 : 2), "\(name)")
            }
        }
    }
}
