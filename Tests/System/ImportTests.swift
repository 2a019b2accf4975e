import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Imports and exports of diaries, over HTTP.
    struct Imports {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let rows = 6_000
        private static let days = 60

        private static func table() -> String {
            let first = PlainDate(dayNumber: 20_000)
            let lines = (0..<rows).map { row in
                "\(first.advanced(by: row % days)),lunch,\(String(repeating: "Soup ", count: 20))\(row),\(row % 900),1.5"
            }
            return (["date,meal,name,kcal,protein"] + lines).joined(separator: "\r\n")
        }

        private func send(_ user: User, _ file: String, _ query: String, _ type: String = "text/csv") async throws
            -> HTTPClient.Answer
        {
            try await user.http.send("POST", "/v1/diary/imports\(query)", file, ["Content-Type": type])
        }

        private func export(_ user: User, _ format: String) async throws -> String {
            let answer = try await user.http.get("/v1/diary/export?format=\(format)")
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            #expect(answer.header("Content-Disposition")?.contains("mealwire-diary.\(format)") == true)
            #expect(answer.header("Cache-Control") == "no-store")
            return String(decoding: answer.body, as: UTF8.self)
        }

        private func apply(_ user: User, _ id: ImportID) async throws -> DiaryImportOutcome? {
            let answer = try await user.http.post("/v1/diary/imports/\(id)/apply", "{}")
            return answer.status == 200 ? try answer.decode() : nil
        }

        @Test func `a large table is previewed and applied once, although the diary is killed meanwhile`() async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Olena", Self.profile)
                let answer = try await send(user, Self.table(), "?format=table")
                guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
                let preview = try answer.decode(DiaryImport.self)
                #expect((preview.entries, preview.new, preview.refusedCount) == (Self.rows, Self.rows, 0))
                async let first = try? apply(user, preview.id)
                try await eventually("some rows are applied") {
                    try await !user.http.get("/v1/diary/days/\(PlainDate(dayNumber: 20_000))").decode(DiaryDay.self)
                        .meals
                        .allSatisfy(\.entries.isEmpty)
                }
                try stack.kill("diary")
                try stack.start("diary")
                try await stack.waitUntilReady()
                _ = await first
                var outcome: DiaryImportOutcome?
                try await eventually("all rows are applied") {
                    outcome = try await apply(user, preview.id)
                    return outcome != nil
                }
                #expect(outcome?.added == Self.rows)
                #expect(outcome.map { $0.unchanged + $0.kept + $0.replaced + $0.refused } == 0)
                try await checkExports(stack, user)
            }
        }

        /// Expects that both export formats contain the same diary, also after an import by another user.
        private func checkExports(_ stack: StackFixture, _ user: User) async throws {
            let (csv, json) = (try await export(user, "csv"), try await export(user, "json"))
            #expect(csv.split(separator: "\r\n").count == 1 + Self.rows + 1)
            let other = try await User.register(stack, "Taras", Self.profile)
            let answer = try await send(other, json, "?format=mealwire", "application/json")
            let outcome = try await apply(other, try answer.decode(DiaryImport.self).id)
            #expect(outcome?.added == Self.rows)
            #expect(try await export(other, "csv") == csv)
        }

        @Test func `a file sent twice with one idempotency key is one import`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Olena", Self.profile)
                let headers = ["Content-Type": "text/csv", "Idempotency-Key": "march"]
                let path = "/v1/diary/imports?format=table"
                let file = "date,name,kcal\n2026-03-01,Soup,100\n"
                let first = try await user.http.send("POST", path, file, headers)
                #expect((first.status, first.header("Idempotency-Key")) == (201, "march"))
                let preview = try first.decode(DiaryImport.self)
                func again() async throws -> DiaryImport {
                    try await user.http.send("POST", path, file, headers).decode()
                }
                #expect(try await again() == preview)
                #expect(try await user.http.send("POST", path, file + "2026-03-02,Tea,2\n", headers).status == 409)
                #expect(try await apply(user, preview.id)?.added == 1)
                #expect(try await again() == preview)
                #expect(try await apply(user, preview.id)?.added == 1)
                let day = try await user.http.get("/v1/diary/days/2026-03-01").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.name) == ["Soup"])
            }
        }

        @Test func `an invalid import is refused with a problem document that names the cause`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Olena", Self.profile)
                let file = "Date,Name,Calories\n03/04/2026,Soup,100\n"
                let wrong = [("", 400), ("?format=pdf", 400), ("?format=loseIt&order=x", 400), ("?format=loseIt", 422)]
                for (query, status) in wrong {
                    let answer = try await send(user, file, query)
                    #expect(answer.status == status, "\(UnexpectedAnswer(answer))")
                }
                let problem = try await send(user, file, "?format=loseIt").problem
                #expect(problem.errors?.map(\.field) == ["dateOrder"])
                #expect(problem.errors?.first?.params == ["date": "03/04/2026"])
                #expect(try await send(user, file, "?format=loseIt&dateOrder=dayFirst").status == 201)
                #expect(try await send(user, file, "?format=table", "image/png").status == 415)
                #expect(try await send(user, "", "?format=table").status == 400)
                #expect(try await user.http.get("/v1/diary/export").status == 400)
                #expect(try await user.http.get("/v1/diary/export?format=pdf").status == 400)
            }
        }
    }
}
