import Contracts
import Diary
import Foundation
import Testing

/// Numbers of files in different formats.
@Suite(.timeLimit(.minutes(5)))
struct ImportNumberTests {
    /// A number in a file with a format and a delimiter, and its value; nil if it is refused.
    struct Case: Sendable {
        let format: DiaryImportFormat
        let delimiter: String
        let text: String
        let kcal: Double?

        init(_ format: DiaryImportFormat, _ delimiter: String, _ text: String, _ kcal: Double?) {
            (self.format, self.delimiter, self.text, self.kcal) = (format, delimiter, text, kcal)
        }
    }

    static let cases = [
        // As the programs write them: a comma separates thousands.
        Case(.myFitnessPal, ",", "1,234.5", 1_234.5), Case(.myFitnessPal, ",", "1,234", 1_234),
        Case(.myFitnessPal, ",", "1.234,5", nil), Case(.myFitnessPal, ",", "12.345,67", nil),
        Case(.myFitnessPal, ",", "0,500", nil), Case(.myFitnessPal, ",", "1,5", nil),
        Case(.myFitnessPal, ",", "0.125", 0.13), Case(.myFitnessPal, ",", "1.234", 1.23),
        // Saved again by a spreadsheet with another or unknown number format.
        Case(.myFitnessPal, ";", "1,234", nil), Case(.myFitnessPal, ";", "1.234", nil),
        Case(.myFitnessPal, ";", "1,5", 1.5), Case(.myFitnessPal, ";", "1.5", 1.5),
        Case(.myFitnessPal, ";", "0,500", 0.5), Case(.myFitnessPal, ";", "1,234.5", 1_234.5),
        Case(.myFitnessPal, ";", "1.234,5", nil), Case(.myFitnessPal, "\t", "1,234", nil),
        // A user's own table.
        Case(.table, "\t", "1,234", nil), Case(.table, "\t", "1.000", nil), Case(.table, "\t", "1,5", 1.5),
        Case(.table, "\t", "1.5", 1.5), Case(.table, ";", "1.000", nil), Case(.table, ";", "1,234", 1.23),
        Case(.table, ";", "0.250", 0.25), Case(.table, ";", "1234,567", 1_234.57), Case(.table, ",", "1.000", 1),
        Case(.table, ",", "1,234", nil), Case(.table, ",", "-1,234", nil), Case(.table, ",", "0,250", 0.25),
    ]

    @Test(arguments: cases)
    func `a number is read by the format of its file, or refused`(number: Case) async throws {
        try await DiaryFixture.use { diary in
            let header = ["Date", "Meal", "Food", "Calories"].joined(separator: number.delimiter)
            let row = ["2026-03-01", "Lunch", "A", "\"\(number.text)\""].joined(separator: number.delimiter)
            let preview = try await diary.preview("\(header)\n\(row)\n", number.format)
            #expect(preview.refusedCount == (number.kcal == nil ? 1 : 0), "\(preview.refused)")
            #expect(preview.kcal == number.kcal ?? 0)
        }
    }
}
