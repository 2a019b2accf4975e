import CommandSupport
import Contracts
import FoodFormats
import FoodImporter
import Testing

/// The texts of an import for users.
@Suite struct ImportTextTests {
    private static func counts() -> ImportCounts {
        var counts = ImportCounts()
        counts.rows = 12_345
        counts.add(
            CatalogImport.Reply(
                added: 12_000,
                changed: 200,
                unchanged: 42,
                flagged: 7,
                flags: ["perServing": 2, "macrosMissing": 5],
                refused: Array(repeating: .init(row: 0, reason: "has no energy"), count: 100)
            )
        )
        for _ in 0..<3 { counts.refuse("kcal is no number") }
        counts.omitted = ["sub_sample_food": 1_234]
        return counts
    }

    @Test func `the summary contains every count, the most frequent first`() {
        let outcome = ImportReport.Outcome(path: "a.csv.import-report.csv", failure: nil)
        let summary = ImportSummary(.complete, Self.counts(), outcome, seconds: 4.56)
        let expected = """
            12,345 rows in 4.6 s, 2,707 a second:
              12,345  read
              12,000  added
                 200  changed
                  42  unchanged
                   7  flagged
                 103  refused
            Flagged foods are imported, but rank lower:
              5  macrosMissing
              2  perServing
            Skipped on purpose:
              1,234  sub_sample_food
            Why rows were refused:
              100  has no energy
                3  kcal is no number
            The refused rows stand in a.csv.import-report.csv.

            """
        #expect(SummaryText.text(summary) == expected)
        #expect(SummaryText.advice(summary) == nil)
    }

    @Test func `a stopped import mentions unsent rows and the next step`() {
        var counts = Self.counts()
        counts.rows += 55
        counts.pagesSentAgain = 1
        counts.notes = ["The column foo is not known."]
        let stopped = ImportSummary(.stopped, counts, ImportReport.Outcome(path: nil, failure: nil), seconds: 0)
        let text = SummaryText.text(stopped)
        #expect(text.contains("      55  not sent\n"))
        #expect(text.contains("Note: The column foo is not known.\n"))
        #expect(text.contains("Pages were sent again 1 time;"))
        #expect(
            SummaryText.advice(stopped)?.hasPrefix("The import was stopped. 12,242 rows of this import are") == true
        )
        let nothing = ImportSummary(.refused("No."), ImportCounts(), .init(path: nil, failure: nil), seconds: 1)
        #expect(SummaryText.advice(nothing) == "No. No row of this import is in the catalog.")
    }

    @Test func `the JSON summary contains the counts`() throws {
        let outcome = ImportReport.Outcome(path: "r.csv", failure: nil)
        let json = try ImportSummary(.complete, Self.counts(), outcome, seconds: 4.5678).json()
        for part in [
            #""outcome" : "complete""#, #""added" : 12000"#, #""seconds" : 4.568"#, #""rowsPerSecond" : 2702.6"#,
            #""report" : "r.csv""#, #""macrosMissing" : 5"#, #""reason" : "has no energy""#,
        ] { #expect(json.contains(part), "\(part) in \(json)") }
        #expect(!json.contains("message"))
    }

    @Test func `distinct reasons are limited, and no count is lost`() {
        var reasons = ReasonCounts()
        let count = ReasonCounts.differentMax + 500
        for number in 0..<count { reasons.add("reason \(number)") }
        reasons.add("reason 1")
        let all = reasons.commonest(.max)
        #expect(all.count == ReasonCounts.differentMax + 1)
        #expect(all.map(\.count).reduce(0, +) == count + 1)
        #expect(all.prefix(2).map(\.reason) == [ReasonCounts.others, "reason 1"])
        #expect(all.prefix(2).map(\.count) == [500, 2])
    }

    @Test func `the rate covers the last seconds, and yields the remaining time`() {
        var rate = ProgressRate()
        #expect(rate.rowsPerSecond == nil && rate.secondsLeft(bytesInAll: 10) == nil)
        rate.add(seconds: 100, rows: 0, bytes: 0)
        #expect(rate.rowsPerSecond == nil)
        rate.add(seconds: 102, rows: 1_000, bytes: 400)
        #expect(rate.rowsPerSecond == 500)
        #expect(rate.secondsLeft(bytesInAll: 1_000) == 3)
        for second in 103...120 { rate.add(seconds: Double(second), rows: 1_000 + (second - 102) * 10, bytes: 400) }
        #expect(rate.rowsPerSecond == 10)
        #expect(rate.secondsLeft(bytesInAll: 1_000) == nil, "nothing was read for ten seconds")
        rate.add(seconds: 121, rows: 1_190, bytes: 2_000)
        #expect(rate.secondsLeft(bytesInAll: 1_000) == 0)
    }

    @Test func `numbers and times are formatted briefly`() {
        #expect(
            [0, 999, 1_000, 1_234_567, -1_000].map(PlainNumber.grouped) == ["0", "999", "1,000", "1,234,567", "-1,000"]
        )
        let times = [0, 4.24, 59.94, 59.96, 187, 3_599.4, 3_720].map(PlainNumber.time(seconds:))
        #expect(times == ["0.0 s", "4.2 s", "59.9 s", "1:00 min", "3:07 min", "59:59 min", "1:02 h"])
        #expect(PlainNumber.counted(1, "row") + PlainNumber.counted(0, "row") == "1 row0 rows")
    }

    @Test func `the bar fills the available width, and never exceeds the terminal`() {
        var state = ImportStatus.State()
        state.counts = Self.counts()
        state.progress = ReadProgress(bytesRead: 250, bytesInAll: 1_000)
        var rate = ProgressRate()
        rate.add(seconds: 0, rows: 0, bytes: 0)
        rate.add(seconds: 5, rows: 200_000, bytes: 250)
        let text = ProgressText(state, rate)
        #expect(text.plain == " 25%  12,345 rows, 40,000 a second, 103 refused, 15.0 s left")
        #expect(
            text.bar(width: 200) == "[##########------------------------------]\(text.plain.prefix(0)) \(text.plain)"
        )
        for width in 0...120 { #expect(text.bar(width: width).count < max(1, width)) }
        state.trouble = "No instance answers."
        #expect(ProgressText(state, rate).plain == " 25%  12,345 rows, waiting: No instance answers.")
    }

    @Test func `a search result is a table, and an unknown format is answered with all names`() throws {
        let food = Food(
            id: .make(),
            name: "Banana",
            kcal: 89.25,
            proteinG: 1,
            fatG: nil,
            carbohydrateG: 22.84,
            flags: ["macrosMissing"],
            source: "srLegacy"
        )
        #expect(
            FoodTable.text([food]) == """
                NAME    BRAND  SOURCE    FLAGS          KCAL  PROTEIN  FAT  CARBOHYDRATE
                Banana  -      srLegacy  macrosMissing  89.3        1    -          22.8
                """
        )
        #expect(try FormatList.format(named: "off-csv") == .offCSV)
        let failure = #expect(throws: CommandFailure.self) { _ = try FormatList.format(named: "of") }
        #expect(failure?.description.contains("only fdc, off, off-csv, catalogue, csv;") == true)
        for format in FoodFormat.allCases { #expect(FormatList.text.contains("\(format.rawValue)\n    ")) }
    }
}
