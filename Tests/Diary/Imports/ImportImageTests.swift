import Contracts
import Diary
import Foundation
import ImageUploads
import StoredImages
import TestSupport
import Testing

/// Uploaded images of entries, which files neither contain nor remove.
@Suite(.timeLimit(.minutes(5)))
struct ImportImageTests {
    private func upload(_ diary: DiaryFixture, _ entry: EntryID) async throws {
        try await diary.service.images.upload(to: ImageObject(id: entry), diary.context())
    }

    private func isPictured(_ entry: DiaryEntry?) -> Bool {
        entry?.imageURL?.hasPrefix("/v1/diary/image/") ?? false
    }

    @Test(arguments: DiaryExport.Format.allCases)
    func `an export omits uploaded images, and an import keeps them`(
        format: DiaryExport.Format
    ) async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let entries = [
                try await diary.add(EntryAmount(foodId: food.id, grams: 50), on: march(1)),
                try await diary.add(quick("Soup", kcal: 100), on: march(1)),
            ]
            for entry in entries { try await upload(diary, entry.id) }
            let file = try await diary.exported(format)
            #expect(!file.contains("upload:"))
            let other = UserID.make()
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(added: 2))
            #expect(try await diary.entries(march(1), as: other).map(\.imageURL) == [nil, nil])
            #expect(Outcome(try await diary.importFile(file, .mealwire)) == Outcome(unchanged: 2))

            var update = DiaryEntriesUpdate(id: entries[1].id)
            update.kcal = 7
            _ = try await diary.service.update(update, diary.context())
            let outcome = try await diary.importFile(file, .mealwire, replace: true)
            #expect(Outcome(outcome) == Outcome(unchanged: 1, replaced: 1))
            let after = try await diary.entries(march(1))
            #expect(after.map(\.nutrients.kcal) == [129.5, 100])
            #expect(after.allSatisfy(isPictured))
        }
    }

    @Test func `an imported entry with an image is unchanged, and a replacement keeps the image`() async throws {
        try await DiaryFixture.use { diary in
            let (file, changed) = ("date,name,kcal\n2026-03-01,A,1\n", "date,name,kcal\n2026-03-01,A,2\n")
            try await diary.importFile(file, .table)
            let entry = try #require(try await diary.entries(march(1)).first)
            try await upload(diary, entry.id)
            #expect(Outcome(try await diary.importFile(file, .table)) == Outcome(unchanged: 1))
            #expect(Outcome(try await diary.importFile(changed, .table, replace: true)) == Outcome(replaced: 1))
            let after = try await diary.entries(march(1))
            #expect(after.map(\.nutrients.kcal) == [2])
            #expect(isPictured(after.first))
        }
    }

    @Test func `a file with the name of an uploaded image is refused`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            try await diary.add(EntryAmount(foodId: food.id, grams: 50), on: march(1))
            for format in DiaryExport.Format.allCases {
                let file = try await diary.exported(format)
                let forged = file.replacing("https://pictures.example/rye", with: "upload:\(ImageID.make())")
                #expect(forged != file)
                let preview = try await diary.preview(forged, .mealwire, as: .make())
                #expect((preview.entries, preview.refused.map(\.reason)) == (0, ["imageURL is not an https URL"]))
            }
        }
    }
}
