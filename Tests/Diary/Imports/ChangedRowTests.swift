import Calendar
import Contracts
import Diary
import Foundation
import Testing

/// Files with days that were imported before and have changed since.
@Suite(.timeLimit(.minutes(5)))
struct ChangedRowTests {
    @Test func `a meal with new amounts keeps its identity`() async throws {
        try await DiaryFixture.use { diary in
            let header = "Date,Meal,Calories,Protein (g),Note\n"
            try await diary.importFile(header + "2026-03-01,Lunch,300,10,\n", .myFitnessPal)
            let later = header + "2026-03-01,Lunch,650,25,a note\n2026-03-01,Dinner,400,20,\n"
            let preview = try await diary.preview(later, .myFitnessPal)
            #expect((preview.new, preview.differing, preview.alreadyThere) == (1, 1, 0))
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(added: 1, kept: 1))
            #expect(try await diary.day(march(1)).totals.kcal == 700)
            let replaced = try await diary.importFile(later, .myFitnessPal, replace: true)
            #expect(Outcome(replaced) == Outcome(unchanged: 1, replaced: 1))
            let entries = try await diary.entries(march(1))
            #expect(entries.map(\.nutrients.kcal) == [650, 400])
            #expect(entries.map(\.name) == ["MyFitnessPal: Lunch – a note", "MyFitnessPal: Dinner"])
        }
    }

    @Test(arguments: [DiaryImportFormat.cronometer, .loseIt, .table])
    func `a food with corrected amounts keeps its identity, and repeated rows stay separate`(
        format: DiaryImportFormat
    ) async throws {
        try await DiaryFixture.use { diary in
            let header = "Date,Meal,Group,Food Name,Name,Amount,Calories\n"
            let row = "2026-03-01,Lunch,Lunch,Oats,Oats,58 g,"
            try await diary.importFile(header + row + "200\n" + row + "200\n", format)
            let corrected = try await diary.importFile(header + row + "220\n" + row + "220\n" + row + "220\n", format)
            #expect(Outcome(corrected) == Outcome(added: 1, kept: 2))
        }
    }

    @Test func `an entry moved during an export is in the file once`() async throws {
        try await DiaryFixture.use { diary in
            let name = String(repeating: "ๆ", count: 200)
            var ids: [EntryID] = []
            for index in 0..<700 {
                ids.append(try await diary.add(quick(name, kcal: 1), on: march(1 + index / 300)).id)
            }
            let first = try await diary.imports.export(DiaryExport(format: .csv), diary.context())
            var (text, cursor) = (first.text, first.next)
            #expect(cursor != nil)
            for (id, day) in [(ids[0], 9), (ids[1], 2), (ids[698], 2), (ids[699], -9)] {
                var update = DiaryEntriesUpdate(id: id)
                (update.date, update.position) = (.date(march(day)), 0)
                _ = try await diary.service.update(update, diary.context())
            }
            while let next = cursor {
                let page = try await diary.imports.export(DiaryExport(format: .csv, cursor: next), diary.context())
                text += page.text
                cursor = page.next
            }
            // Without the header and the last row, which are no entries.
            let exportedIDs = text.split(separator: "\r\n").dropFirst().dropLast().map {
                String($0.split(separator: ",")[4])
            }
            #expect(exportedIDs.sorted() == ids.map(\.description).sorted())
        }
    }

    @Test(arguments: DiaryExport.Format.allCases)
    func `removed water and notes are not exported`(format: DiaryExport.Format) async throws {
        try await DiaryFixture.use { diary in
            for ml in [500, 0] {
                _ = try await diary.service.setWater(DiaryWaterSet(date: .date(march(1)), ml: ml), diary.context())
            }
            _ = try await diary.service.setWater(DiaryWaterSet(date: .date(march(2)), ml: 250), diary.context())
            let (file, other) = (try await diary.exported(format), UserID.make())
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(added: 1))
            #expect(try await diary.exported(format, as: other) == file)
        }
    }
}
