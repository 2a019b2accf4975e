import Profile
import Storage
import Testing

struct ExportTests {
    @Test func `all stored data of a user is exported or left out with a reason`() async throws {
        try await ProfileFixture.use { profiles in
            let gaps = try await profiles.store.exportGaps(of: ProfileSchema.export)
            #expect(gaps == [])
        }
    }
}
