import Contracts
import Diary
import TestSupport
import Testing

/// The codes of refused rows and files, by which apps say them in the language of their users.
@Suite struct ImportRefusalTests {
    @Test func `a refused row of a table has a code with its values`() async throws {
        let rows: [(row: String, code: DiaryImport.Refusal.Code, params: [String: String])] = [
            ("2026-03-05,Soup", .fieldCount, ["found": "2", "expected": "3"]),
            ("2026-03-05,So\"up\",1", .brokenRow, [:]), ("2026-03-05,S\u{0}up,1", .notText, [:]),
            ("2026-02-30,Soup,1", .notDate, ["date": "2026-02-30"]), ("1 March,Soup,1", .notDate, ["date": "1"]),
            ("1026-03-01,Soup,1", .yearOutOfRange, ["date": "1026-03-01"]),
            ("2026-03-05,,1", .missing, ["field": "name"]), ("2026-03-05,Soup,", .missing, ["field": "kcal"]),
            ("2026-03-05,Soup,much", .notNumber, ["field": "kcal"]),
            ("2026-03-05,Soup,\"1,234\"", .ambiguousNumber, ["field": "kcal"]),
            ("2026-03-05,Soup,-1", .outOfRange, ["field": "kcal", "min": "0", "max": "20000"]),
        ]
        try await DiaryFixture.use { diary in
            let refused = try await diary.preview("Date,Name,kcal\n" + rows.map { $0.row + "\n" }.joined(), .table)
                .refused
            #expect(refused.map(\.code) == rows.map(\.code))
            #expect(refused.map(\.params) == rows.map(\.params))
            #expect(refused.allSatisfy { !$0.reason.isEmpty })
        }
    }

    @Test func `a field that is not UTF-8 is named`() async throws {
        try await DiaryFixture.use { diary in
            let (upload, pages) = try await diary.send(
                Array("Date,Name,kcal\n2026-03-05,".utf8) + [0xC3, 0x28] + Array(",1\n".utf8)
            )
            let make = DiaryImportsMake(upload: upload, pages: pages, format: .table)
            let refused = try await diary.imports.make(make, diary.context(timeoutMs: 60_000)).refused
            #expect(refused.map(\.code) == [.notText])
            #expect(refused.first?.params == ["field": "Name"])
        }
    }

    @Test func `a refused row of an exported table has a code with its values`() async throws {
        try await DiaryFixture.use { diary in
            let id = try #require(EntryID("00000000-0000-7000-8000-000000000001"))
            try await diary.add(quick("Soup", kcal: 100), on: march(1), id: id)
            let file = try await diary.exported(.csv)
            let meals = "breakfast, lunch, dinner, snack"
            let changes: [(old: String, new: String, code: DiaryImport.Refusal.Code, params: [String: String])] = [
                ("entry,", "thing,", .wrongFormat, ["field": "kind", "expected": "entry, day"]),
                ("2026-03-01,lunch", "2026-02-30,lunch", .wrongFormat, ["field": "date", "expected": "YYYY-MM-DD"]),
                (",lunch", ",brunch", .wrongFormat, ["field": "meal", "expected": meals]),
                ("\(id)", "none", .wrongFormat, ["field": "id", "expected": "UUID"]),
                (",100.0,", ",1e99,", .outOfRange, ["field": "kcal", "min": "0", "max": "20000"]),
                (",100.0,", ",x,", .notNumber, ["field": "kcal"]),
                (",Soup,", ",,", .textNotAllowed, ["field": "name", "min": "1", "max": "200"]),
                (",lunch,0,", ",lunch,first,", .notInteger, ["field": "position"]),
                (",Soup,,", ",Soup,\(FoodID.make()),", .incomplete, ["field": "foodId, grams, kcalPer100G"]),
            ]
            for (old, new, code, params) in changes {
                let changed = file.replacing(old, with: new)
                #expect(changed != file, "\(old)")
                let refused = try await diary.preview(changed, .mealwire, as: .make()).refused
                #expect(refused.map(\.code) == [code], "\(new): \(refused)")
                #expect(refused.first?.params == params)
            }
        }
    }

    @Test func `a refused item of an exported document has a code`() async throws {
        try await DiaryFixture.use { diary in
            let start = #"{"format":"mealwire-diary","formatVersion":1,"#
            let lists: [(list: String, code: DiaryImport.Refusal.Code, params: [String: String])] = [
                (#""entries":[{}]"#, .notRecord, ["expected": "entry"]),
                (#""days":[{}]"#, .notRecord, ["expected": "day"]),
                (#""plans":[{}]"#, .notRecord, ["expected": "plan"]),
                (#""days":["\#(String(repeating: "x", count: 65_536))"]"#, .rowTooLong, [:]),
                (
                    #""days":[{"date":"2026-03-01","waterMl":-1,"note":"","version":1}]"#, .outOfRange,
                    ["field": "waterMl", "min": "0", "max": "20000"]
                ),
            ]
            for (list, code, params) in lists {
                let refused = try await diary.preview("\(start)\(list),\"complete\":true}", .mealwire).refused
                #expect(refused.map(\.code) == [code], "\(refused)")
                #expect(refused.first?.params == params)
            }
        }
    }

    @Test func `a refused file has a reason`() async throws {
        try await DiaryFixture.use { diary in
            let start = #"{"format":"mealwire-diary","#
            let files: [(DiaryImportFormat, String, [String: String])] = [
                (.table, "\u{FEFF}", ["reason": "empty"]),
                (.table, "a\u{0}b\u{0}", ["reason": "utf16"]),
                (.table, "Date,\"Na\"me,kcal\n", ["reason": "brokenHeader"]),
                (.table, "Date,Name,Name\n", ["reason": "doubledColumn", "column": "Name"]),
                (.table, "Date,Name\n", ["reason": "missingColumns", "columns": "energy"]),
                (.cronometer, "Date,Energy (kcal)\n", ["reason": "dailySummary"]),
                (.mealwire, "{", ["reason": "brokenDocument"]),
                (.mealwire, "{}", ["reason": "notExport"]),
                (.mealwire, "\(start)\"formatVersion\":2,\"complete\":true}", ["reason": "newerVersion"]),
            ]
            for (format, text, params) in files {
                let error = await #expect(throws: ServiceError.self) { try await diary.preview(text, format) }
                #expect(error?.details.map(\.params) == [params], "\(error.debugDescription)")
            }
        }
    }

    @Test func `a preview from before it had codes is still read`() throws {
        let refusal = try JSONText(text: #"{"line":3,"reason":"has no energy"}"#).decode(DiaryImport.Refusal.self)
        #expect(refusal == DiaryImport.Refusal(line: 3, code: nil, params: nil, reason: "has no energy"))
    }
}
