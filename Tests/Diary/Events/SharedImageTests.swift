import Contracts
import Diary
import ImageUploads
import StoredImages
import TestSupport
import Testing

/// Addresses of images of shared entries, which the leaderboard asks for.
@Suite(.timeLimit(.minutes(5)))
struct SharedImageTests {
    private func upload(_ diary: DiaryFixture, _ entry: EntryID) async throws -> String? {
        try await diary.service.images.upload(to: ImageObject(id: entry), diary.context()).imageURL
    }

    @Test func `entries have addresses while their user shares foods and the day is recent`() async throws {
        try await DiaryFixture.use { diary in
            let pictured = try await diary.add(quick(kcal: 1)).id
            let address = try #require(try await upload(diary, pictured))
            let plain = try await diary.add(quick(kcal: 1)).id
            let old = try await diary.add(quick(kcal: 1), on: march(2)).id
            _ = try await upload(diary, old)
            let request = DiaryEntriesImageAddresses(
                entries: [old, plain, .make(), pictured].map { .init(user: diary.user, id: $0) }
                    + [.init(user: .make(), id: pictured)]
            )
            func items() async throws -> [DiaryEntriesImageAddresses.Item] {
                try await diary.service.imageAddresses(request.checked(), .own()).items
            }
            #expect(try await items().isEmpty)
            try await diary.receive(DiaryFixture.person(sharesFoods: true))
            let expected = DiaryEntriesImageAddresses.Item(
                entry: .init(user: diary.user, id: pictured),
                imageURL: address
            )
            #expect(try await items() == [expected])
            try await diary.receive(DiaryFixture.person())
            #expect(try await items().isEmpty)
        }
    }
}
