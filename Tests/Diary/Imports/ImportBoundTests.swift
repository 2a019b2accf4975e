import Calendar
import Contracts
import Diary
import Foundation
import TestSupport
import Testing

/// Limits of imported files, their lifetime and their numbers.
@Suite(.timeLimit(.minutes(5)))
struct ImportBoundTests {
    @Test func `quotes of a file in a preview are short`() async throws {
        try await DiaryFixture.use { diary in
            let (long, marks) = (
                String(repeating: "x", count: 20_000), "a" + String(repeating: "\u{301}", count: 10_000)
            )
            var file = Array("date,name,kcal,meal,\(long)\n".utf8)
            for _ in 0..<100 { file += Array("2026-03-01,A,1,lunch,".utf8) + [0xFF, UInt8(ascii: "\n")] }
            file += Array("2026-03-01,B,1,\(marks),\n".utf8)
            let (upload, pages) = try await diary.send(file)
            let make = DiaryImportsMake(upload: upload, pages: pages, format: .table)
            let preview = try await diary.imports.make(make, diary.context())
            #expect((preview.entries, preview.refused.count) == (1, 100))
            #expect(preview.refused[0].reason.hasSuffix("x… is not UTF-8"))
            #expect(preview.otherMeals.map { $0.name.utf8.count <= 200 } == [true])
            #expect(try PayloadCoder.encode(preview).count < 32_768)

            let dates = try await diary.preview("date,name,kcal\n1\(marks)/2/2026,A,1\n", .table, .dayFirst)
            #expect(dates.refused.map { $0.reason.utf8.count < 200 } == [true])
        }
    }

    @Test func `a file with too many rows is refused with the maximum`() async throws {
        try await DiaryFixture.use { diary in
            let clock = diary.clock
            let imports = DiaryImports(store: diary.store, rowsMax: 2, now: { clock.now })
            for rows in 2...3 {
                let file = "date,name,kcal\n" + String(repeating: "2026-03-01,A,1\n", count: rows)
                let (upload, pages) = try await diary.send(file)
                let make = DiaryImportsMake(upload: upload, pages: pages, format: .table)
                guard rows == 3 else {
                    #expect(try await imports.make(make, diary.context()).entries == 2)
                    continue
                }
                let error = await #expect(throws: ServiceError.self) { try await imports.make(make, diary.context()) }
                #expect(error?.details.map(\.field) == ["file"])
                #expect(error?.details.first?.params == ["max": "2"])
            }
        }
    }

    @Test func `a file can be applied until its preview expires, even after a slow upload`() async throws {
        try await DiaryFixture.use { diary in
            let lifetime = Double(ImportTransfer.lifetimeS)
            let (upload, pages) = try await diary.send("date,name,kcal\n2026-03-01,A,1\n")
            diary.clock.now = DiaryFixture.noon.addingTimeInterval(lifetime * 0.8)
            let make = DiaryImportsMake(upload: upload, pages: pages, format: .table)
            let preview = try await diary.imports.make(make, diary.context())
            let late = DiaryFixture.noon.addingTimeInterval(lifetime * 1.6)
            diary.clock.now = late
            #expect(preview.expiresAt > Timestamp.text(late))
            try await diary.store.deleteExpiredImports(now: late)
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(added: 1))
        }
    }

    @Test(arguments: DiaryExport.Format.allCases)
    func `an entry of an implausible food survives export and import`(format: DiaryExport.Format) async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            (food.kcal, food.proteinG) = (4_000, 1_000_000)
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 10_000), on: march(1))
            let (file, other) = (try await diary.exported(format), UserID.make())
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(added: 1))
            #expect(try await diary.exported(format, as: other) == file)
        }
    }

    @Test func `an entry above the maximum position survives export and import`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick("First", kcal: 1), on: march(1))
            let file = try await diary.exported(.json).replacing("\"position\":0", with: "\"position\":1000000")
            let (one, two) = (UserID.make(), UserID.make())
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: one)) == Outcome(added: 1))
            try await diary.add(quick("Second", kcal: 1), on: march(1), as: one)
            let exported = try await diary.exported(.json, as: one)
            #expect(exported.contains("\"position\":1000001"))
            #expect(Outcome(try await diary.importFile(exported, .mealwire, as: two)) == Outcome(added: 2))
        }
    }
}
