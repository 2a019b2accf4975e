import Calendar
import Contracts
import Diary
import Foundation
import Testing

/// The last row of a table, which detects truncated files.
@Suite(.timeLimit(.minutes(5)))
struct ExportTrailerTests {
    private typealias Code = DiaryImport.Warning.Code

    /// Returns the lines of an exported table, each with its line end.
    private func lines(_ diary: DiaryFixture) async throws -> [String] {
        for number in 1...3 { try await diary.add(quick("Soup \(number)", kcal: 100), on: march(number)) }
        _ = try await diary.service.setNote(
            DiaryNoteSet(date: .date(march(2)), text: "one\ntwo, \"three\""),
            diary.context()
        )
        let file = try await diary.exported(.csv)
        return file.components(separatedBy: "\r\n").dropLast().map { $0 + "\r\n" }
    }

    private func codes(_ diary: DiaryFixture, _ file: String) async throws -> [Code] {
        try await diary.preview(file, .mealwire, as: .make()).warnings.map(\.code)
    }

    @Test func `a complete table has a last row and imports without warnings`() async throws {
        try await DiaryFixture.use { diary in
            let lines = try await lines(diary)
            let last = try #require(lines.last)
            #expect(last.hasPrefix("end,,,4,"))
            #expect(last.contains(",sha256:"))
            // It has as many fields as every other row, so that a spreadsheet opens the file as one table.
            #expect(last.count { $0 == "," } == lines[0].count { $0 == "," })
            let preview = try await diary.preview(lines.joined(), .mealwire, as: .make())
            #expect((preview.rows, preview.entries, preview.extras) == (4, 3, 1))
            #expect((preview.warnings, preview.refused, preview.passedOver) == ([], [], 0))
            #expect(try await codes(diary, try await diary.exported(.json)).isEmpty)
        }
    }

    @Test func `a truncated table imports with a warning`() async throws {
        try await DiaryFixture.use { diary in
            let lines = try await lines(diary)
            for count in 1..<lines.count {
                #expect(try await codes(diary, lines.prefix(count).joined()) == [.noEnd], "\(count)")
            }
            let file = lines.joined()
            for missing in [10, 30, 60, 120] {
                #expect(try await codes(diary, String(file.dropLast(missing))) == [.noEnd])
            }
            let other = UserID.make()
            let outcome = try await diary.importFile(lines.prefix(3).joined(), .mealwire, as: other)
            #expect(Outcome(outcome) == Outcome(added: 2))
        }
    }

    @Test func `missing or additional rows give a warning with both numbers`() async throws {
        try await DiaryFixture.use { diary in
            let lines = try await lines(diary)
            let file = lines.joined()
            let without = try await diary.preview(
                file.replacing(lines[1], with: ""),
                .mealwire,
                as: .make()
            )
            #expect(without.warnings.map(\.code) == [.rowsDiffer])
            #expect(without.warnings.first?.params == ["told": "4", "found": "3"])
            #expect(try await codes(diary, file + lines[1]) == [.rowsDiffer])
        }
    }

    @Test func `edited rows give a warning, and other quoting does not`() async throws {
        try await DiaryFixture.use { diary in
            let lines = try await lines(diary)
            let file = lines.joined()
            #expect(try await codes(diary, file.replacing("Soup 2", with: "Stew 2")) == [.edited])
            let swapped = ([0, 2, 1] + Array(3..<lines.count)).map { lines[$0] }.joined()
            #expect(try await codes(diary, swapped) == [.edited])
            #expect(try await codes(diary, file.replacing("Soup 2", with: "\"Soup 2\"")).isEmpty)
        }
    }
}
