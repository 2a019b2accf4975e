import Calendar
import Contracts
import Foundation
import Testing

extension SystemCommandTests {
    /// A diary of the maximum file size, over HTTP.
    struct LargeImports {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let firstDay = PlainDate(dayNumber: 12_000)
        private static let entries = 24_000
        /// Entries a day; below the limit for one day.
        private static let entriesPerDay = 100
        /// Just below the maximum size of a name, and below that of a note, in bytes: large rows fill the file with few
        /// rows.
        private static let name = String(repeating: "🍲", count: 190)
        private static let note = String(repeating: "🍲", count: 1_990)

        /// Memory limit of the gateway, which passes pages on without storing the file.
        private static let gatewayMiBMax = 128
        /// Memory limit of the diary, which holds the file twice (as pages and joined) besides its idle memory.
        private static let diaryMiBMax = 256

        /// Builds a document just below the maximum file size; `days` counts the days with notes.
        private static func document() -> (text: String, days: Int) {
            var text = #"{"format":"mealwire-diary","formatVersion":1,"entries":["#
            for index in 0..<entries {
                let date = firstDay.advanced(by: index / entriesPerDay)
                text += """
                    \(index > 0 ? "," : "")
                    {"at":"2026-01-02T03:04:05.678Z","date":"\(date)","id":"\(EntryID.make())","kcal":\(index % 900),"meal":"lunch",
                    "name":"\(name)\(index)","position":\(index % entriesPerDay),"proteinG":1.5,"version":1}
                    """
            }
            text += #"],"days":["#
            let end = #"],"complete":true}"#
            var days = 0
            while true {
                let day = """
                    \(days > 0 ? "," : "")
                    {"date":"\(firstDay.advanced(by: days))","note":"\(note)\(days)","version":1,"waterMl":2000}
                    """
                guard text.utf8.count + day.utf8.count + end.utf8.count <= ImportTransfer.fileBytesMax else { break }
                text += day
                days += 1
            }
            return (text + end, days)
        }

        private func export(_ user: User, _ format: String) async throws -> Data {
            let answer = try await user.http.get("/v1/diary/export?format=\(format)")
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            return answer.body
        }

        @Test func `a file of the maximum size is imported and exported in bounded memory`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Olena", Self.profile)
                let (text, days) = Self.document()
                let rows = Self.entries + days
                let path = "/v1/diary/imports?format=mealwire"
                let answer = try await user.http.send("POST", path, text)
                guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
                let preview = try answer.decode(DiaryImport.self)
                #expect((preview.entries, preview.extras, preview.refused) == (Self.entries, days, []))
                let applied = try await user.http.post("/v1/diary/imports/\(preview.id)/apply", "{}")
                guard applied.status == 200 else { throw UnexpectedAnswer(applied) }
                #expect(try applied.decode(DiaryImportOutcome.self).added == rows)
                // Plus the header and the last row. No text contains a line break.
                let csv = try await export(user, "csv")
                #expect(csv.count { $0 == UInt8(ascii: "\n") } == 1 + rows + 1)
                #expect(csv.count > text.utf8.count * 9 / 10)
                let again = String(decoding: try await export(user, "json"), as: UTF8.self)
                #expect(again.hasSuffix("\"complete\":true}\n"))
                #expect(again.utf8.count > text.utf8.count * 9 / 10)
                let (gateway, diary) = (try stack.peakMemoryMiB(of: "gateway"), try stack.peakMemoryMiB(of: "diary"))
                #expect(gateway <= Self.gatewayMiBMax, "\(gateway) MiB")
                #expect(diary <= Self.diaryMiBMax, "\(diary) MiB")
            }
        }
    }
}
