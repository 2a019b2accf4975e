import Calendar
import Contracts
import Foundation
import ImageUploads
import JSONCoding
import Profile
import Storage
import StoredImages
import TestSupport
import Testing

@Suite struct ImageTests {
    private func upload(_ profiles: ProfileFixture) async throws -> ProfileImage {
        try await profiles.service.images.upload(to: Empty(), profiles.context())
    }

    @Test func `an image is cleaned and served at the signed URL in the profile`() async throws {
        try await ProfileFixture.use { profiles in
            let image = try await upload(profiles)
            #expect((image.contentType, image.width, image.height) == ("image/png", 24, 16))
            let data = try await profiles.service.images.download(image.imageURL)
            #expect(data.count == image.bytes)
            #expect(data.range(of: Data("SECRET".utf8)) == nil)
            #expect(try await profiles.get().imageURL == image.imageURL)
            #expect(try await profiles.update { $0.language = .set("uk") }.imageURL == image.imageURL)
            #expect(try await profiles.get(as: .make()).imageURL == nil)
            profiles.clock.advance(seconds: 3_600)
            #expect(try await profiles.get().imageURL != image.imageURL)
        }
    }

    @Test func `other services get addresses of images of users that share, and of no others`() async throws {
        try await ProfileFixture.use { profiles in
            let image = try await upload(profiles)
            let request = ProfileImageAddresses(users: [.make(), profiles.user])
            func items() async throws -> [ProfileImageAddresses.Item] {
                try await profiles.service.imageAddresses(request.checked(), .own()).items
            }
            #expect(try await items().isEmpty)
            try await profiles.update { $0.shares = .set(SharesChange(leaderboard: true)) }
            #expect(try await items() == [.init(user: profiles.user, imageURL: image.imageURL)])
            try await profiles.update { $0.shares = .set(SharesChange(leaderboard: false)) }
            #expect(try await items().isEmpty)
        }
    }

    @Test func `a profile has its newest image until that is removed`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await upload(profiles)
            let second = try await upload(profiles)
            #expect(first != second)
            #expect(try await profiles.get().imageURL == second.imageURL)
            for _ in 0..<2 { _ = try await profiles.service.images.remove(ProfileImageRemove(), profiles.context()) }
            #expect(try await profiles.get().imageURL == nil)
        }
    }

    @Test func `erasing an account removes measurements, targets, images and uploads`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.female) }
            try await profiles.measure(.steps, 123, source: "watch of \(profiles.user)", externalId: "1")
            _ = try await profiles.service.setTarget(ProfileTargetsSet(dailyKcal: 2_000), profiles.context())
            let image = try await upload(profiles)
            let base64 = try TestPicture.file().base64EncodedString()
            let half = ImageUploadPage<ProfileImages>(upload: .make(), page: 0, base64: base64)
            _ = try await profiles.service.images.storePage(half, profiles.context())
            let event = Event(
                id: .make(),
                source: .auth,
                type: AccountErased.type,
                subject: profiles.user,
                time: Timestamp.now(),
                sequence: 2,
                traceparent: nil,
                data: try JSONText(AccountErased())
            )
            #expect(try await profiles.store.apply(event, epoch: "auth", profiles.eventSubscriber))
            #expect(try await profiles.store.cleanUp())
            #expect(try await profiles.store.rebuild())
            #expect(try !profiles.directory.filesContain(profiles.user.description))
            #expect(try !profiles.directory.filesContain("SECRETTEXT"))
            let gone = try await refusal { _ = try await profiles.service.images.download(image.imageURL) }
            #expect(gone?.code == .notFound)
            let counts = try await profiles.store.read { reader in
                try ["measurement", "target", "image", "image_page", "upload_page"].map { table in
                    try reader.scalar("SELECT count(*) FROM \(table)", as: Int.self) ?? -1
                }
            }
            #expect(counts == [0, 0, 0, 0, 0])
        }
    }
}
