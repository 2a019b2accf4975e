import Contracts
import Foundation
import ImageUploads
import StoredImages
import TestSupport
import Testing

/// What uploads, removals and downloads of all kinds of images have in common.
@Suite(.timeLimit(.minutes(5))) struct ImageServiceTests {
    @Test func `a new image replaces the first, and a removed one is not found`() async throws {
        try await ImageFixture.use { fixture in
            let first = try await fixture.upload()
            let second = try await fixture.upload()
            #expect(try await fixture.refusal { _ = try await fixture.images.download(first) } == .notFound)
            let data = try await fixture.images.download(second)
            #expect(data.range(of: Data("SECRET".utf8)) == nil)
            #expect(try await fixture.rows() == [1, 1, 0])
            for _ in 0..<2 {
                _ = try await fixture.images.remove(ImageRemove<TestImages>(), fixture.context())
            }
            #expect(try await fixture.refusal { _ = try await fixture.images.download(second) } == .notFound)
            #expect(try await fixture.rows() == [0, 0, 0])
        }
    }

    @Test func `an image larger than a page is stored and downloaded in pages`() async throws {
        try await ImageFixture.use { fixture in
            // Two pages of entropy-coded data before the end of the file.
            let data = Data(repeating: 0x11, count: 2 * ImageTransfer.pageBytesMax)
            let file = try TestPicture.file("photo.jpeg").dropLast(2) + data + [0xFF, 0xD9]
            let url = try await fixture.upload(file, pageBytes: ImageTransfer.pageBytesMax)
            #expect(try await fixture.rows() == [1, 3, 0])
            var page = try ImageGet<TestImages>(url: url)
            page.page = 3
            #expect(try await fixture.refusal { _ = try await fixture.images.page(page, .own()) } == .notFound)
            let downloaded = try await fixture.images.download(url, "image/jpeg")
            #expect(downloaded == Data(try Image(cleaning: Array(file)).bytes))
        }
    }

    @Test func `a URL is valid for one to two hours and for its image only`() async throws {
        try await ImageFixture.use { fixture in
            let text = try await fixture.upload()
            let good = try ImageGet<TestImages>(url: text)
            var forged = [good, good, good, good]
            forged[0].id = .make()
            forged[1].expires += 1
            forged[2].signature = String(good.signature.dropLast()) + (good.signature.hasSuffix("0") ? "1" : "0")
            forged[3].signature = ""
            for address in forged {
                let error = try await fixture.refusal { _ = try await fixture.images.page(address, .own()) }
                #expect(error == .forbidden)
            }
            try fixture.clock.set("2026-03-10T13:59:59Z")
            _ = try await fixture.images.download(text)
            try fixture.clock.set("2026-03-10T14:00:00Z")
            #expect(try await fixture.refusal { _ = try await fixture.images.download(text) } == .forbidden)
        }
    }

    @Test func `one key and file give one image, another file a conflict`() async throws {
        try await ImageFixture.use { fixture in
            let first = try await fixture.upload(key: "k")
            #expect(try await fixture.upload(pageBytes: 200, key: "k") == first)
            #expect(try await fixture.rows() == [1, 1, 0])
            let other = try await fixture.refusal {
                try await fixture.upload(try TestPicture.file() + [0], key: "k")
            }
            #expect(other == .conflict)
            // The last message is sent again after its reply was lost.
            let id = ImageID.make()
            let image = try await fixture.upload(as: id)
            let again = ImageSet<TestImages>(Empty(), upload: id, pages: 9)
            #expect(try await fixture.images.set(again, fixture.context()) == image)
        }
    }

    @Test func `a file that is no image is refused and the old image stays`() async throws {
        try await ImageFixture.use { fixture in
            let before = try await fixture.upload()
            let file = try TestPicture.file()
            let cases: [(Data, ErrorCode)] = [
                (Data("<svg onload=alert(1)>".utf8), .unsupportedMediaType), (file.prefix(100), .invalid),
                (Data(count: ImageTransfer.imageBytesMax + 1), .unsupportedMediaType),
                (file + Data(count: ImageTransfer.imageBytesMax), .tooLarge),
            ]
            for (bytes, code) in cases {
                let error = try await fixture.refusal {
                    try await fixture.upload(bytes, pageBytes: ImageTransfer.pageBytesMax)
                }
                #expect(error == code)
                #expect(try await fixture.rows() == [1, 1, 0])
            }
            _ = try await fixture.images.download(before)
        }
    }

    @Test func `missing, oversized, surplus or foreign pages are refused`() async throws {
        try await ImageFixture.use { fixture in
            func page(_ upload: ImageID, _ number: Int, _ base64: String = "AAAA") async throws -> ErrorCode? {
                try await fixture.refusal { try await fixture.uploadPage(upload, number, base64) }
            }
            let (first, second) = (ImageID.make(), ImageID.make())
            #expect(try await page(first, 0) == nil)
            #expect(try await page(first, ImageTransfer.pagesMax) == .invalid)
            #expect(try await page(first, 1, "no base64") == .invalid)
            #expect(try await page(first, 1, "") == .invalid)
            let large = Data(count: ImageTransfer.pageBytesMax + 1).base64EncodedString()
            #expect(try await page(first, 1, large) == .invalid)
            #expect(try await page(first, 2) == nil)
            let gap = try await fixture.refusal {
                let request = ImageSet<TestImages>(Empty(), upload: first, pages: 2)
                _ = try await fixture.images.set(request, fixture.context())
            }
            #expect(gap == .conflict)
            #expect(try await page(second, 0) == nil)
            #expect(try await page(first, 1) == .conflict)
        }
    }

    @Test func `pages of an upload that is not complete are deleted after an hour`() async throws {
        try await ImageFixture.use { fixture in
            try await fixture.uploadPage(.make(), 0)
            fixture.clock.advance(seconds: 3_600)
            try await fixture.images.deleteOldUploads()
            #expect(try await fixture.rows() == [0, 0, 1])
            fixture.clock.advance(seconds: 1)
            try await fixture.images.deleteOldUploads()
            #expect(try await fixture.rows() == [0, 0, 0])
        }
    }

    @Test func `each kind of images with routes has its contracts in the list of a service`() {
        let listed = Set(API.contracts.map { $0.method.name })
        for api in ImageOwners.all.map({ $0.api }) {
            #expect(listed.isSuperset(of: [api.page, api.set, api.remove, api.get].map(\.name)))
        }
    }

    @Test func `a page fits into a message`() throws {
        let full = Data(repeating: 0xFF, count: ImageTransfer.pageBytesMax).base64EncodedString()
        let page = ImageUploadPage<TestImages>(upload: .make(), page: ImageTransfer.pagesMax - 1, base64: full)
        #expect(try PayloadCoder.encode(page).count <= 512 * 1_024)
        #expect(ImageTransfer.pagesMax * ImageTransfer.pageBytesMax >= ImageTransfer.imageBytesMax)
    }
}
