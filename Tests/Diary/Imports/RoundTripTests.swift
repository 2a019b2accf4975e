import Calendar
import Contracts
import Diary
import Foundation
import SeededRandom
import Storage
import Testing

/// Export and import of a user's own diary.
@Suite(.timeLimit(.minutes(5)))
struct RoundTripTests {
    private static let names = [
        "Soup", "=1+1", "'quoted", "+49", "-", "@home", " spaced ", "a,b;c", "say \"hi\"", "Борщ", "แกงเขียวหวาน", "👩‍👩‍👧 é",
        "\\n{}[],:",
    ]

    /// Fills a diary with many kinds of entries, generated from a seed.
    private func fill(_ diary: DiaryFixture, entries: Int, seed: Int) async throws {
        var numbers = SeededGenerator(seed: seed)
        let foods = [bread(), bread()]
        for food in foods { diary.catalog.put(food) }
        for index in 0..<entries {
            var amount = EntryAmount()
            switch index % 3 {
            case 0:
                amount = quick(
                    Self.names[index / 3 % Self.names.count],
                    kcal: Double.random(in: 0...900, using: &numbers)
                )
                if index % 2 == 0 { amount.saltG = Double.random(in: 0...9, using: &numbers) }
            case 1:
                (amount.foodId, amount.grams) = (foods[0].id, Double(Int.random(in: 1...900, using: &numbers)) / 10)
            default:
                (amount.foodId, amount.portion, amount.quantity) = (foods[1].id, "slice", Double(index % 4) + 0.5)
            }
            let meal = Meal.allCases.randomElement(using: &numbers) ?? .lunch
            let entry = try await diary.add(amount, on: march(1 + index % 9), meal: meal)
            if index % 7 == 0 {
                var update = DiaryEntriesUpdate(id: entry.id)
                update.position = 0
                _ = try await diary.service.update(update, diary.context())
            }
        }
        for (date, text) in [(march(2), "=SUM(A1)\nsecond \"line\", and\ttab\n"), (march(20), "'x")] {
            _ = try await diary.service.setNote(DiaryNoteSet(date: .date(date), text: text), diary.context())
        }
        _ = try await diary.service.setWater(DiaryWaterSet(date: .date(march(2)), ml: 700), diary.context())
    }

    private func days(_ diary: DiaryFixture, as user: UserID? = nil) async throws -> [DiaryDay] {
        var days: [DiaryDay] = []
        for number in 1...20 { days.append(try await diary.day(march(number), as: user)) }
        return days
    }

    @Test(arguments: DiaryExport.Format.allCases)
    func `an exported diary is identical in another account, and a second import adds nothing`(
        format: DiaryExport.Format
    ) async throws {
        try await DiaryFixture.use { diary in
            try await fill(diary, entries: 120, seed: 1)
            let file = try await diary.exported(format)
            let other = UserID.make()
            let preview = try await diary.preview(file, .mealwire, as: other)
            #expect((preview.entries, preview.extras, preview.new, preview.refused) == (120, 2, 122, []))
            #expect((preview.days, preview.from, preview.to) == (10, march(1), march(20)))
            #expect(Outcome(try await diary.apply(preview.id, as: other)) == Outcome(added: 122))
            #expect(try await days(diary, as: other) == (try await days(diary)))
            #expect(try await diary.exported(format, as: other) == file)
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(unchanged: 122))
            #expect(try await days(diary, as: other) == (try await days(diary)))
            let uses = try await diary.events(FoodLogged.type).filter { $0.subject == other }
            #expect(uses.isEmpty == false)
        }
    }

    @Test func `table and document contain the same diary, with pages of any size`() async throws {
        try await DiaryFixture.use { diary in
            try await fill(diary, entries: 60, seed: 2)
            let (one, two) = (UserID.make(), UserID.make())
            try await diary.importFile(try await diary.exported(.csv), .mealwire, as: one)
            let json = try await diary.exported(.json)
            let preview = try await diary.preview(json, .mealwire, pageBytes: 1_000, as: two)
            _ = try await diary.apply(preview.id, as: two)
            #expect(try await diary.exported(.json, as: one) == json)
            #expect(try await diary.exported(.json, as: two) == json)
            #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
        }
    }

    @Test func `the pages of a long export form one file`() async throws {
        try await DiaryFixture.use { diary in
            let name = String(repeating: "ๆ", count: 200)
            for index in 0..<700 { try await diary.add(quick(name, kcal: Double(index)), on: march(1 + index / 300)) }
            for format in DiaryExport.Format.allCases {
                let first = try await diary.imports.export(DiaryExport(format: format), diary.context())
                #expect(first.next != nil)
                #expect(try PayloadCoder.encode(first).count < 1_024 * 1_024)
                let file = try await diary.exported(format)
                let other = UserID.make()
                #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(added: 700))
                #expect(try await diary.exported(format, as: other) == file)
            }
        }
    }

    @Test func `changed and removed entries stay unless the file replaces them`() async throws {
        try await DiaryFixture.use { diary in
            try await fill(diary, entries: 9, seed: 3)
            let file = try await diary.exported(.json)
            let before = try await days(diary)
            let entries = before.flatMap(\.meals).flatMap(\.entries)
            let bare = try #require(entries.first { $0.foodId == nil })
            let removed = try #require(entries.first { $0.foodId != nil })
            var update = DiaryEntriesUpdate(id: bare.id)
            (update.kcal, update.date) = (1, .date(march(15)))
            _ = try await diary.service.update(update, diary.context())
            _ = try await diary.service.remove(DiaryEntriesRemove(id: removed.id), diary.context())
            _ = try await diary.service.setWater(DiaryWaterSet(date: .date(march(2)), ml: 1), diary.context())

            let preview = try await diary.preview(file, .mealwire)
            #expect((preview.new, preview.differing, preview.removedBefore, preview.alreadyThere) == (0, 2, 1, 8))
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(unchanged: 8, kept: 3))
            #expect(try await diary.entries(march(15)).map(\.id) == [bare.id])
            let replaced = try await diary.importFile(file, .mealwire, replace: true)
            #expect(Outcome(replaced) == Outcome(unchanged: 8, replaced: 3))
            #expect(try await diary.entries(march(15)).isEmpty)
            let after = try await days(diary)
            #expect(after.map(\.totals) == before.map(\.totals))
            #expect(after.map(\.waterMl) == before.map(\.waterMl))
            let changed = try #require(after.flatMap(\.meals).flatMap(\.entries).first { $0.id == bare.id })
            #expect(changed.version == bare.version + 2)
            let anew = try #require(after.flatMap(\.meals).flatMap(\.entries).first { $0.id == removed.id })
            #expect(anew.version == removed.version + 1)
        }
    }

    @Test func `a truncated, newer or unrelated document is refused with a message`() async throws {
        try await DiaryFixture.use { diary in
            try await fill(diary, entries: 3, seed: 4)
            let file = try await diary.exported(.json)
            let wrong = [
                String(file.dropLast(30)), file.replacing("\"formatVersion\":1", with: "\"formatVersion\":2"),
                file.replacing("mealwire-diary", with: "mealwire-export"), "{}", "{", file + "x",
                file.replacing("\"complete\":true", with: "\"complete\":false"),
                "kind,date\r\nentry,2026-03-01\r\n", "no table at all", "\u{FEFF}",
            ]
            for text in wrong {
                let error = await #expect(throws: ServiceError.self) { try await diary.preview(text, .mealwire) }
                #expect(error?.code == .invalid, "\(text.prefix(40))")
                #expect(error?.details.map(\.field) == ["file"])
            }
        }
    }

    @Test func `an invalid row is refused with its line, and the others are imported`() async throws {
        try await DiaryFixture.use { diary in
            // Files have entries in the order of their ids.
            let ids = try (1...2).map { try #require(EntryID("00000000-0000-7000-8000-00000000000\($0)")) }
            try await diary.add(quick("Soup", kcal: 100), on: march(1), id: ids[0])
            try await diary.add(quick("Stew", kcal: 200), on: march(2), id: ids[1])
            let file = try await diary.exported(.csv)
            for (old, new) in [
                ("2026-03-01,lunch", "2026-02-30,lunch"), ("2026-03-01,lunch", "2026-03-01,brunch"),
                ("Soup,", "Soup,no food"), (",100.0,", ",-1,"), (",100.0,", ",1e99,"), (",100.0,", ",,"),
                ("entry,2026-03-01", "thing,2026-03-01"),
            ] {
                let changed = file.replacing(old, with: new)
                #expect(changed != file)
                let preview = try await diary.preview(changed, .mealwire, as: .make())
                #expect((preview.entries, preview.refused.map(\.line)) == (1, [2]), "\(new)")
            }
        }
    }
}
