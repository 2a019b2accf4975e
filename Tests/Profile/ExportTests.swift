import Profile
import Storage
import Testing

struct ExportTests {
    @Test func `everything that is kept about somebody is exported, or left out for a reason`() async throws {
        try await ProfileFixture.use { profiles in
            let gaps = try await profiles.store.exportGaps(of: ProfileSchema.export)
            #expect(gaps == [])
        }
    }
}
