import Contracts
import FoodCatalog
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// The migration that identifies images by the id and the owner of their food.
struct ImageMigrationTests {
    private static let migration = "catalog-images-2"

    /// Stores a food and its image as an earlier version did, and an image `lost` without a food.
    ///
    /// The store is released at the end, and with it the lock for which the next one waits.
    private static func store(
        _ food: FoodID,
        of owner: UserID,
        _ image: ImageID,
        lost: ImageID? = nil,
        at path: String
    ) async throws {
        let id = Data(food.description.replacing("-", with: "").chunksOfTwo.compactMap { UInt8($0, radix: 16) })
        #expect(id.count == 16)
        let former = FoodCatalogSchema.migrations.prefix { $0.name != migration }
        #expect(former.count < FoodCatalogSchema.migrations.count)
        let old = try await Store.open(path, migrations: Array(former), logger: .silent)
        try await old.write { transaction in
            try transaction.execute(
                """
                INSERT INTO food (number, id, owner, prominence, digest, type, source, source_id, name, language, kcal,
                    image_url)
                VALUES (7, ?, ?, 1, 1, 'own', 'own', ?, 'Borscht', 'en', 40, ?)
                """,
                [id, owner.description, food.description, "upload:\(image)"]
            )
            try transaction.execute(
                """
                INSERT INTO image (food, id, content_type, width, height, bytes) VALUES (7, ?, 'image/png', 2, 3, 4)
                """,
                [image.description]
            )
            try transaction.execute("INSERT INTO image_page VALUES (7, 0, ?)", [Data([1, 2])])
            try transaction.execute("INSERT INTO image_page VALUES (7, 1, ?)", [Data([3, 4])])
            guard let lost else { return }
            try transaction.execute("INSERT INTO image VALUES (8, ?, 'image/png', 2, 3, 4)", [lost.description])
            try transaction.execute("INSERT INTO image_page VALUES (8, 0, ?)", [Data([5])])
        }
        try old.close()
    }

    @Test func `an image of an earlier version stays with its food, whatever numbers foods get`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("food-catalog.sqlite")
        let (food, owner, image) = (FoodID.make(), UserID.make(), ImageID.make())
        try await Self.store(food, of: owner, image, at: path)
        try await CatalogFixture.open(in: directory) { catalog in
            let row = try await catalog.store.read { reader in
                let row = try #require(try reader.row("SELECT * FROM image WHERE food = ?", [food.description]))
                let texts: [String] = [try row.value("owner"), try row.value("id"), try row.value("content_type")]
                let numbers: [Int] = [try row.value("width"), try row.value("height"), try row.value("bytes")]
                return (texts, numbers)
            }
            #expect(row.0 == [owner.description, image.description, "image/png"])
            #expect(row.1 == [2, 3, 4])
            let person = Person(catalog, user: owner)
            for (number, bytes) in [[UInt8](arrayLiteral: 1, 2), [3, 4]].enumerated() {
                let page = try await catalog.service.picture(
                    CatalogFoodsPicture(id: food, page: number),
                    person.context()
                )
                #expect(Data(base64Encoded: page.image.base64) == Data(bytes))
            }
        }
    }

    @Test func `an image without a food is deleted, and the log says how many are left`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("food-catalog.sqlite")
        let (image, log) = (ImageID.make(), LogRecorder())
        try await Self.store(.make(), of: .make(), image, lost: .make(), at: path)
        let store = try await Store.open(path, migrations: FoodCatalogSchema.migrations, logger: log.logger)
        let left: [String] = try await store.read { reader in
            try reader.rows("SELECT id FROM image").map { try $0.value("id") }
        }
        #expect(left == [image.description])
        #expect(log.contains("leaves 1 of 2 rows in a table"))
        #expect(log.contains("leaves 2 of 3 rows in a table"))
        #expect(log.count(of: "migration=\(Self.migration)") == 2)
        try store.close()
    }
}

extension String {
    fileprivate var chunksOfTwo: [Substring] {
        indices.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { self[$0.element...].prefix(2) }
    }
}
