import Diary
import Storage
import Testing

struct ExportTests {
    @Test func `everything that is kept about somebody is exported, or left out for a reason`() async throws {
        try await DiaryFixture.use { diary in
            let gaps = try await diary.store.exportGaps(of: DiarySchema.export)
            #expect(gaps == [])
        }
    }
}
