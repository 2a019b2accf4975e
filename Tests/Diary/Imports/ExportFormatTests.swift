import Calendar
import Contracts
import Diary
import Testing

/// The files that the diary has written since its first version.
///
/// A new field adds a member at most, and a column at the end.
@Suite(.timeLimit(.minutes(1)))
struct ExportFormatTests {
    private static let document =
        """
        {"format":"mealwire-diary","formatVersion":1,"entries":[
        {"at":"2026-03-01T07:30:00.000Z","carbohydrateG":15.94,"date":"2026-03-01","fatG":1.09\
        ,"foodId":"00000000-0000-7000-8000-000000000002","grams":33\
        ,"id":"00000000-0000-7000-8000-000000000001","imageURL":"https://pictures.example/rye"\
        ,"kcal":85.47,"meal":"lunch","name":"Rye bread","per100G":{"carbohydrateG":48.3,"fatG":3.3\
        ,"fiberG":null,"kcal":259,"proteinG":8.5,"saltG":1.5,"sugarG":null},"portion":"slice"\
        ,"portionGrams":33,"position":0,"proteinG":2.81,"quantity":1,"saltG":0.5,"version":2},
        {"at":"2026-03-01T08:00:00.000Z","date":"2026-03-01"\
        ,"id":"00000000-0000-7000-8000-000000000003","kcal":100.5,"meal":"snack","name":"=Soup"\
        ,"position":0,"version":1}
        ],"days":[
        {"date":"2026-03-01","note":"'a, \\"b\\" c","version":1,"waterMl":700}
        ],"complete":true}

        """

    /// A table of the first version, without the byte order mark, and with single line breaks.
    private static let firstTable =
        """
        kind,date,meal,position,id,at,name,foodId,imageURL,grams,portion,portionGrams,quantity,kcal\
        ,proteinG,fatG,carbohydrateG,fiberG,sugarG,saltG,kcalPer100G,proteinGPer100G,fatGPer100G\
        ,carbohydrateGPer100G,fiberGPer100G,sugarGPer100G,saltGPer100G,version,waterMl,note
        entry,2026-03-01,lunch,0,00000000-0000-7000-8000-000000000001,2026-03-01T07:30:00.000Z\
        ,Rye bread,00000000-0000-7000-8000-000000000002,https://pictures.example/rye,33.0,slice,33.0\
        ,1.0,85.47,2.81,1.09,15.94,,,0.5,259.0,8.5,3.3,48.3,,,1.5,2,,
        entry,2026-03-01,snack,0,00000000-0000-7000-8000-000000000003,2026-03-01T08:00:00.000Z,'=Soup,,\
        ,,,,,100.5,,,,,,,,,,,,,,1,,
        day,2026-03-01,,,,,,,,,,,,,,,,,,,,,,,,,,1,700,"''a, ""b"" c"
        end,,,3,,,,,,,,,,,,,,,,,,,,,,,,,,sha256:oWjdZ1kaiUaEXOne0UOdwnTxQs1x/jCzVfrc9XNrKBQ=

        """

    /// The table with the column that was added first.
    private static let secondTable = table(adding: ["isComplete"], "qlgS9n3X7/xNZ3WQAZWYN6E1LqlxFrIxmSckqweacfQ=")
    /// The table as it is written today.
    private static let newestTable = table(
        adding: ["portionLabel", "isComplete"],
        "WljOD0gDI5lEnV6Q+My+X/Kyr+hS/gqOtUyy9KqL5Vk="
    )

    /// Returns the first table with further columns, which are empty, and its checksum.
    private static func table(adding columns: [String], _ checksum: String) -> String {
        let commas = String(repeating: ",", count: columns.count)
        return firstTable.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasPrefix("kind,") { return line + "," + columns.joined(separator: ",") }
            if line.hasPrefix("end,"), let digest = line.firstRange(of: "sha256:") {
                return line[..<digest.upperBound] + checksum + commas
            }
            return line.isEmpty ? "" : line + commas
        }.joined(separator: "\n")
    }

    @Test func `documents and tables stay as they are, byte for byte`() async throws {
        try await DiaryFixture.use { diary in
            #expect(Outcome(try await diary.importFile(Self.document, .mealwire)) == Outcome(added: 3))
            #expect(try await diary.exported(.json) == Self.document)
            let table = "\u{FEFF}" + Self.newestTable.replacing("\n", with: "\r\n")
            #expect(try await diary.exported(.csv) == table)
            for table in [table, Self.secondTable, Self.firstTable] {
                let other = UserID.make()
                let preview = try await diary.preview(table, .mealwire, as: other)
                #expect(preview.warnings.isEmpty)
                _ = try await diary.apply(preview.id, as: other)
                #expect(try await diary.exported(.json, as: other) == Self.document)
            }
        }
    }

    @Test func `a file brings the mark of a complete day back`() async throws {
        try await DiaryFixture.use { diary in
            let request = DiaryDayComplete(date: .date(march(1)))
            _ = try await diary.service.completeDay(request, diary.context())
            for format in [DiaryExport.Format.json, .csv] {
                let (file, other) = (try await diary.exported(format), UserID.make())
                #expect(file.contains("isComplete"))
                let preview = try await diary.preview(file, .mealwire, as: other)
                _ = try await diary.apply(preview.id, as: other)
                #expect(try await diary.day(march(1), as: other).isComplete)
            }
            let wrong = Self.document.replacing(#""waterMl":700"#, with: #""isComplete":2,"waterMl":700"#)
            #expect(try await diary.preview(wrong, .mealwire).refusedCount == 1)
        }
    }
}
