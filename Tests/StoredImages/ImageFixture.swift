import Contracts
import Foundation
import ImageUploads
import Storage
import StoredImages
import TestSupport

/// One image for each user, in a database of its own.
enum TestImages: StoredImageOwner {
    typealias Target = Empty
    /// The signed URL.
    typealias Reply = String
    typealias Stored = StoredImage

    static let api = ProfileImages.api
    static let tables = ImageTables(owner: "user_id")
    static let address = ImageAddress(api, purpose: "test.image")

    static func stored(_: Empty, of user: UserID, at now: Date, _ reader: SQLReader) throws -> StoredImage? {
        try tables.image(of: user.description, reader)
    }

    static func image(of stored: StoredImage) -> ImageID? { stored.id }

    static func reply(_ stored: StoredImage, at now: Date, _ reader: SQLReader) throws -> String {
        address.text(of: stored.id, now: now, key: try ImageTables.signingKey(reader))
    }

    static func set(
        _ image: UploadedImage,
        of _: Empty,
        of user: UserID,
        at now: Date,
        _ transaction: SQLTransaction
    ) throws -> StoredImage {
        try tables.store(image, of: user.description, transaction)
        return image.stored
    }

    static func remove(_: Empty, of user: UserID, at now: Date, _ transaction: SQLTransaction) throws {
        try tables.remove(of: user.description, transaction)
    }
}

/// A service with images and a fixed clock.
struct ImageFixture {
    let store: Store
    let clock = TestClock()
    let user = UserID.make()

    private static let migration = Migration(
        baseline: "test-images",
        [
            TableSchema("image", [.text("user_id", .key)] + ImageTables.columns),
            TableSchema(
                "image_page",
                [.text("user_id"), .integer("page"), .blob("data")],
                key: ["user_id", "page"],
                isClustered: false
            ),
            ImageTables.uploadTable, ImageTables.keyTable,
        ],
        and: ImageTables.firstKey
    )

    /// Opens a service, runs the test and removes the database.
    static func use(_ body: (ImageFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("images.sqlite")
        let fixture = ImageFixture(store: try await Store.open(path, migrations: [migration], logger: .errors))
        try await body(fixture)
        try fixture.store.close()
    }

    var images: ImageService<TestImages> {
        let clock = clock
        return ImageService(store, now: { clock.now })
    }

    func context(key: String? = nil) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user, roles: [.user], session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: 60_000),
            traceparent: nil
        )
    }

    /// Uploads a file and sets it; by default one of the corpus.
    @discardableResult
    func upload(
        _ file: Data? = nil,
        as upload: ImageID = .make(),
        pageBytes: Int = 300,
        key: String? = nil
    ) async throws -> String {
        try await images.upload(file, to: Empty(), as: upload, pageBytes: pageBytes, context(key: key))
    }

    /// Uploads one page.
    func uploadPage(_ upload: ImageID, _ number: Int, _ base64: String = "AAAA") async throws {
        let request = ImageUploadPage<TestImages>(upload: upload, page: number, base64: base64)
        _ = try await images.storePage(request.checked(), context())
    }

    /// Counts the images, their pages and the pages of uploads.
    func rows() async throws -> [Int?] {
        try await store.read { reader in
            try ["image", "image_page", "upload_page"].map { try reader.scalar("SELECT count(*) FROM \($0)") }
        }
    }

    /// Returns the error of a body; nil if it succeeds.
    func refusal(_ body: () async throws -> Void) async throws -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch let error as ServiceError {
            return error.code
        }
    }
}
