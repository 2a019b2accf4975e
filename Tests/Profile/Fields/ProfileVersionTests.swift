import Contracts
import JSONCoding
import Profile
import Testing

@Suite struct ProfileVersionTests {
    @Test func `a change with an expected version is applied only at that version`() async throws {
        try await ProfileFixture.use { profiles in
            func change(_ language: String, ifVersion: Int, key: String? = nil) async throws -> Profile {
                var change = ProfileChange()
                change.language = .set(language)
                let request = ProfileUpdate(change, ifVersion: ifVersion)
                return try await profiles.service.update(request, profiles.context(key: key))
            }
            let first = try await change("uk", ifVersion: 1, key: "k")
            #expect(first.version == 2)
            #expect(try await change("uk", ifVersion: 1, key: "k") == first)
            let error = await #expect(throws: ServiceError.self) { try await change("de", ifVersion: 1) }
            #expect(error?.code == .versionMismatch)
            #expect(error?.params == ["currentVersion": "2"])
            let stored = try await profiles.get()
            #expect(stored.language == "uk")
            #expect(try error?.current?.decode(Profile.self) == stored)
        }
    }

    @Test func `the expected version is encoded beside the fields of the change`() throws {
        let payload = Array(#"{"ifVersion":3,"language":"uk"}"#.utf8)
        let request = try PayloadCoder.decode(ProfileUpdate.self, from: payload)
        #expect((request.ifVersion, request.change.language) == (3, .set("uk")))
        let again = try PayloadCoder.decode(ProfileUpdate.self, from: try PayloadCoder.encode(request))
        #expect(again.ifVersion == 3)
        #expect(throws: ServiceError.self) {
            try PayloadCoder.decode(ProfileUpdate.self, from: Array(#"{"version":3}"#.utf8))
        }
    }
}
