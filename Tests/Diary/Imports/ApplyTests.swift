import Contracts
import Diary
import Foundation
import Storage
import Testing

/// Applying imports: repeated, interrupted and concurrent.
@Suite(.timeLimit(.minutes(5)))
struct ApplyTests {
    /// Returns a table with some rows over some days.
    private func table(_ rows: Int, days: Int, from first: Int = 0) -> String {
        let lines = (first..<first + rows).map { "\(march(1 + $0 % days)),lunch,Soup \($0),\($0 % 900)" }
        return (["date,meal,name,kcal"] + lines).joined(separator: "\n")
    }

    @Test func `repeated and overlapping files add only new entries`() async throws {
        try await DiaryFixture.use { diary in
            #expect(Outcome(try await diary.importFile(table(250, days: 9), .table)) == Outcome(added: 250))
            #expect(Outcome(try await diary.importFile(table(250, days: 9), .table)) == Outcome(unchanged: 250))
            let overlapping = try await diary.importFile(table(250, days: 9, from: 90), .table)
            #expect(Outcome(overlapping) == Outcome(added: 90, unchanged: 160))
            let day = try await diary.day(march(1))
            let kcal: Int = stride(from: 0, to: 340, by: 9).reduce(0, +)
            #expect(day.totals.kcal == Double(kcal))
            // The same file of another user is independent.
            #expect(Outcome(try await diary.importFile(table(20, days: 9), .table, as: .make())) == Outcome(added: 20))
        }
    }

    @Test func `equal rows become separate entries in the order of the file`() async throws {
        try await DiaryFixture.use { diary in
            let text = "date,meal,name,kcal\n2026-03-01,lunch,B,5\n2026-03-01,lunch,A,5\n2026-03-01,lunch,B,5\n"
            try await diary.add(quick("There before", kcal: 1), on: march(1))
            #expect(Outcome(try await diary.importFile(text, .table)) == Outcome(added: 3))
            #expect(try await diary.entries(march(1)).map(\.name) == ["There before", "B", "A", "B"])
            #expect(Outcome(try await diary.importFile(text, .table)) == Outcome(unchanged: 3))
        }
    }

    @Test func `edited and removed entries are kept unless replace is set`() async throws {
        try await DiaryFixture.use { diary in
            let file = table(3, days: 1)
            try await diary.importFile(file, .table)
            let entries = try await diary.entries(march(1))
            var update = DiaryEntriesUpdate(id: entries[0].id)
            (update.kcal, update.meal) = (777, .dinner)
            _ = try await diary.service.update(update, diary.context())
            _ = try await diary.service.remove(DiaryEntriesRemove(id: entries[1].id), diary.context())
            #expect(Outcome(try await diary.importFile(file, .table)) == Outcome(unchanged: 1, kept: 2))
            #expect(try await diary.entries(march(1)).map(\.nutrients.kcal) == [2, 777])
            #expect(
                Outcome(try await diary.importFile(file, .table, replace: true)) == Outcome(unchanged: 1, replaced: 2)
            )
            let after = try await diary.entries(march(1))
            #expect(after.map(\.nutrients.kcal).sorted() == [0, 1, 2])
            #expect(Set(after.map(\.id)) == Set(entries.map(\.id)))
        }
    }

    @Test func `entries above the maximum of a day are refused`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 1), on: march(1))
            let outcome = try await diary.importFile(table(520, days: 1), .table)
            #expect(Outcome(outcome) == Outcome(added: 499, refused: 21))
            #expect(outcome.fullDays == [march(1)])
            #expect(try await diary.entries(march(1)).count == EntryLimits.entriesPerDayMax)
        }
    }

    @Test func `concurrent and repeated applies return one outcome and write each slice once`() async throws {
        try await DiaryFixture.use { diary in
            let preview = try await diary.preview(table(230, days: 5), .table, pageBytes: 700)
            let events = try await diary.published().count
            async let one = diary.apply(preview.id)
            async let two = diary.apply(preview.id)
            let outcomes = try await [one, two]
            #expect(outcomes.map(Outcome.init) == [Outcome(added: 230), Outcome(added: 230)])
            #expect(try await diary.apply(preview.id) == outcomes[0])
            // Three slices, each with entries on every day.
            #expect(try await diary.published(after: events).count == 15)
            let error = await #expect(throws: ServiceError.self) { try await diary.apply(preview.id, replace: true) }
            #expect(error?.code == .conflict)
        }
    }

    @Test func `an interrupted import continues, and its outcome counts all rows`() async throws {
        try await DiaryFixture.use { diary in
            let preview = try await diary.preview(table(650, days: 13), .table)
            _ = try await diary.store.write { transaction in
                try transaction.execute(
                    """
                    CREATE TRIGGER halt BEFORE INSERT ON entry WHEN NEW.name = 'Soup 333'
                    BEGIN SELECT RAISE(ABORT, 'halted'); END
                    """
                )
            }
            await #expect(throws: ServiceError.self) { try await diary.apply(preview.id) }
            let part = try await diary.store.read { try $0.scalar("SELECT count(*) FROM entry", as: Int.self) }
            #expect(part == 300)
            _ = try await diary.store.write { try $0.execute("DROP TRIGGER halt") }
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(added: 650))
            var entries = 0
            for day in 1...13 { entries += try await diary.entries(march(day)).count }
            #expect(entries == 650)
            #expect(try await diary.published().count == 7 * 13)
        }
    }

    @Test func `missing pages, a newer import and expiry make an import unavailable`() async throws {
        try await DiaryFixture.use { diary in
            let (upload, pages) = try await diary.send(table(9, days: 1), pageBytes: 50)
            let short = DiaryImportsMake(upload: upload, pages: pages + 1, format: .table)
            let missing = await #expect(throws: ServiceError.self) {
                try await diary.imports.make(short, diary.context())
            }
            #expect(missing?.code == .conflict)
            let first = try await diary.preview(table(9, days: 1), .table)
            let second = try await diary.preview(table(9, days: 1), .table)
            let gone = await #expect(throws: ServiceError.self) { try await diary.apply(first.id) }
            #expect(gone?.code == .notFound)
            let stranger = await #expect(throws: ServiceError.self) { try await diary.apply(second.id, as: .make()) }
            #expect(stranger?.code == .notFound)
            let late = DiaryFixture.noon.addingTimeInterval(Double(ImportTransfer.lifetimeS) + 1)
            try await diary.store.deleteExpiredImports(now: late)
            let old = await #expect(throws: ServiceError.self) { try await diary.apply(second.id) }
            #expect(old?.code == .notFound)
            let left = try await diary.store.read { try $0.row("SELECT 1 FROM diary_import_page") == nil }
            #expect(left)
        }
    }

    @Test func `the pages of an applied file are deleted`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.importFile(table(9, days: 1), .table)
            let left = try await diary.store.read { try $0.row("SELECT 1 FROM diary_import_page") == nil }
            #expect(left)
        }
    }
}
