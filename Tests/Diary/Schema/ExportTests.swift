import Diary
import Storage
import Testing

struct ExportTests {
    @Test func `every table with user data is exported or excluded with a reason`() async throws {
        try await DiaryFixture.use { diary in
            let gaps = try await diary.store.exportGaps(of: DiarySchema.export)
            #expect(gaps == [])
        }
    }
}
