import Calendar
import Contracts
import Foundation
import JSONCoding
import Profile
import Storage
import TestSupport
import Testing

@Suite struct ImageTests {
    /// Uploads a file in pages, as the gateway does.
    private func upload(
        _ profiles: ProfileFixture,
        _ file: Data,
        pageBytes: Int = 300,
        as upload: ImageID = .make(),
        key: String? = nil,
        context: RequestContext? = nil
    ) async throws -> ProfileImage {
        let pages = Base64.pages(of: file, bytesEach: pageBytes)
        for (page, base64) in pages.enumerated() {
            let request = ProfileImagePage(upload: upload, page: page, base64: base64)
            _ = try await profiles.service.storeImagePage(request, profiles.context())
        }
        let request = ProfileImageSet(upload: upload, pages: pages.count)
        return try await profiles.service.setImage(request, context ?? profiles.context(key: key))
    }

    /// Parses the request from a URL.
    private func address(_ text: String, page: Int = 0) throws -> ProfileImageGet {
        let url = try SignedURL(text)
        let id = try #require(ImageID(url.id))
        return ProfileImageGet(id: id, expires: url.expires, signature: url.signature, page: page)
    }

    /// Downloads the image of a URL without signing in.
    private func download(_ profiles: ProfileFixture, _ text: String) async throws -> Data {
        var data = Data()
        var page = 0
        while true {
            let reply = try await profiles.service.image(try address(text, page: page), .own())
            #expect(reply.contentType == "image/png")
            data += try #require(Data(base64Encoded: reply.base64))
            page += 1
            if page == reply.pages {
                #expect(data.count == reply.bytes)
                return data
            }
        }
    }

    @Test func `an image is cleaned and served at the signed URL in the profile`() async throws {
        try await ProfileFixture.use { profiles in
            let image = try await upload(profiles, try TestPicture.file())
            #expect((image.contentType, image.width, image.height) == ("image/png", 24, 16))
            let data = try await download(profiles, image.imageURL)
            #expect(data.count == image.bytes)
            #expect(data.range(of: Data("SECRET".utf8)) == nil)
            #expect(try await profiles.get().imageURL == image.imageURL)
            #expect(try await profiles.update { $0.language = .set("uk") }.imageURL == image.imageURL)
            #expect(try await profiles.get(as: .make()).imageURL == nil)
        }
    }

    @Test func `a URL is valid for one to two hours and for its image only`() async throws {
        try await ProfileFixture.use { profiles in
            let text = try await upload(profiles, try TestPicture.file()).imageURL
            let good = try address(text)
            var forged = [good, good, good, good]
            forged[0].id = .make()
            forged[1].expires += 1
            forged[2].signature = String(good.signature.dropLast()) + (good.signature.hasSuffix("0") ? "1" : "0")
            forged[3].signature = ""
            for address in forged {
                let error = try await refusal { _ = try await profiles.service.image(address, .own()) }
                #expect(error?.code == .forbidden)
            }
            try profiles.clock.set("2026-03-10T13:59:59Z")
            _ = try await download(profiles, text)
            #expect(try await profiles.get().imageURL != text)
            try profiles.clock.set("2026-03-10T14:00:00Z")
            let late = try await refusal { _ = try await download(profiles, text) }
            #expect(late?.code == .forbidden)
        }
    }

    @Test func `other services get addresses of images of users that share, and of no others`() async throws {
        try await ProfileFixture.use { profiles in
            let image = try await upload(profiles, try TestPicture.file())
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

    @Test func `a new image replaces the first, and a removed one is not found`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await upload(profiles, try TestPicture.file())
            let second = try await upload(profiles, try TestPicture.file())
            let gone = try await refusal { _ = try await download(profiles, first.imageURL) }
            #expect(gone?.code == .notFound)
            _ = try await download(profiles, second.imageURL)
            for _ in 0..<2 { _ = try await profiles.service.removeImage(ProfileImageRemove(), profiles.context()) }
            #expect(try await profiles.get().imageURL == nil)
            let removed = try await refusal { _ = try await download(profiles, second.imageURL) }
            #expect(removed?.code == .notFound)
        }
    }

    @Test func `one key and file give one image, another file a conflict`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await upload(profiles, try TestPicture.file(), key: "k")
            #expect(try await upload(profiles, try TestPicture.file(), pageBytes: 200, key: "k") == first)
            let other = try await refusal { _ = try await upload(profiles, try TestPicture.file() + [0], key: "k") }
            #expect(other?.code == .conflict)
            // The last message is sent again after its reply was lost.
            let id = ImageID.make()
            let image = try await upload(profiles, try TestPicture.file(), as: id)
            let again = ProfileImageSet(upload: id, pages: 9)
            #expect(try await profiles.service.setImage(again, profiles.context()) == image)
        }
    }

    @Test func `a file that is no image is refused and the old image stays`() async throws {
        try await ProfileFixture.use { profiles in
            let before = try await upload(profiles, try TestPicture.file())
            let file = try TestPicture.file()
            let cases: [(Data, ErrorCode)] = [
                (Data("<svg onload=alert(1)>".utf8), .unsupportedMediaType), (file.prefix(100), .invalid),
                (Data(count: ImageTransfer.imageBytesMax + 1), .unsupportedMediaType),
                (file + Data(count: ImageTransfer.imageBytesMax), .tooLarge),
            ]
            for (bytes, code) in cases {
                let error = try await refusal {
                    _ = try await upload(profiles, bytes, pageBytes: ImageTransfer.pageBytesMax)
                }
                #expect(error?.code == code)
            }
            #expect(try await profiles.get().imageURL == before.imageURL)
        }
    }

    @Test func `missing, oversized, surplus or foreign pages are refused`() async throws {
        try await ProfileFixture.use { profiles in
            func page(_ upload: ImageID, _ number: Int, _ base64: String = "AAAA") async throws -> ErrorCode? {
                try await refusal {
                    let request = ProfileImagePage(upload: upload, page: number, base64: base64)
                    _ = try await profiles.service.storeImagePage(request.checked(), profiles.context())
                }?.code
            }
            let (first, second) = (ImageID.make(), ImageID.make())
            #expect(try await page(first, 0) == nil)
            #expect(try await page(first, ImageTransfer.pagesMax) == .invalid)
            #expect(try await page(first, 1, "no base64") == .invalid)
            #expect(try await page(first, 1, "") == .invalid)
            let large = Data(count: ImageTransfer.pageBytesMax + 1).base64EncodedString()
            #expect(try await page(first, 1, large) == .invalid)
            #expect(try await page(first, 2) == nil)
            let gap = try await refusal {
                let request = ProfileImageSet(upload: first, pages: 2)
                _ = try await profiles.service.setImage(request, profiles.context())
            }
            #expect(gap?.code == .conflict)
            #expect(try await page(second, 0) == nil)
            #expect(try await page(first, 1) == .conflict)
        }
    }

    @Test func `a page fits into a message`() throws {
        let full = Data(repeating: 0xFF, count: ImageTransfer.pageBytesMax).base64EncodedString()
        let page = ProfileImagePage(upload: .make(), page: ImageTransfer.pagesMax - 1, base64: full)
        #expect(try PayloadCoder.encode(page).count <= 512 * 1_024)
        #expect(ImageTransfer.pagesMax * ImageTransfer.pageBytesMax >= ImageTransfer.imageBytesMax)
    }

    @Test func `erasing an account removes measurements, targets, images and uploads`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.female) }
            try await profiles.measure(.steps, 123, source: "watch of \(profiles.user)", externalId: "1")
            _ = try await profiles.service.setTarget(ProfileTargetsSet(dailyKcal: 2_000), profiles.context())
            let image = try await upload(profiles, try TestPicture.file())
            let half = ProfileImagePage(upload: .make(), page: 0, base64: try TestPicture.file().base64EncodedString())
            _ = try await profiles.service.storeImagePage(half, profiles.context())
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
            #expect(try !profiles.directory.filesContain(profiles.user.description))
            #expect(try !profiles.directory.filesContain("SECRETTEXT"))
            let gone = try await refusal { _ = try await download(profiles, image.imageURL) }
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
