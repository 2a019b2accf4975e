import Contracts
import FoodCatalog
import Foundation
import ImageUploads
import JSONCoding
import Storage
import StoredImages
import TestSupport
import Testing

@Suite struct FoodImageTests {
    @Test func `an image is cleaned, and every response has its signed URL`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Borscht") { $0.barcode = .set("4006381333931") }
            let pictured = try await owner.upload(food.id, try TestPicture.file())
            #expect(pictured.version == 2)
            let data = try await catalog.service.images.download(pictured.imageURL)
            #expect(data.range(of: Data("SECRET".utf8)) == nil)
            let scanned = CatalogBarcode(gtin: "4006381333931")
            let urls = [
                try await owner.get(food.id).imageURL,
                try await catalog.service.searchFoods(CatalogSearch(q: "borscht"), owner.context()).items[0].imageURL,
                try await catalog.service.getBarcode(scanned, owner.context()).imageURL,
                try await catalog.service.parseFoods(CatalogFoodsParse(text: "borscht"), owner.context()).lines[0].food?
                    .imageURL,
                try await owner.change(food.id) { $0.kcal = .set(50) }.imageURL,
            ]
            for text in urls { #expect(try await catalog.service.images.download(text) == data) }
            #expect(try await owner.get(food.id).lastingImageURL == nil)
        }
    }

    @Test func `a recipe can have an image`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Beetroot")
            let recipe = try await cook.cook("Borscht", [(food.id, 100)])
            _ = try await cook.upload(recipe.id, try TestPicture.file())
            let data = try await catalog.service.images.download(try await cook.recipe(recipe.id).imageURL)
            #expect(try await catalog.service.images.download(try await cook.recipes().items[0].imageURL) == data)
            let text = try await cook.revise(recipe.id) { $0.servings = .set(3) }.imageURL
            #expect(try await catalog.service.images.download(text) == data)
        }
    }

    @Test func `only the owner of a food can change its image`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog, roles: [.user, .staff]))
            let food = try await owner.add("Borscht") { $0.shared = .set(true) }
            let file = try TestPicture.file()
            #expect(try await refusal { _ = try await other.upload(food.id, file) } == .notFound("food"))
            let late = try await refusal { _ = try await owner.upload(food.id, file, ifVersion: 2) }
            #expect(late?.code == .versionMismatch)
            let first = try await owner.upload(food.id, file, key: "k", ifVersion: 1)
            let again = try await owner.upload(food.id, file, key: "k", ifVersion: 1)
            #expect(again == first)
            // The current state in the error has the image's URL instead of its name.
            let second = try await refusal { _ = try await owner.upload(food.id, file, ifVersion: 1) }
            #expect(try second?.current?.decode(Food.self) == first)
            // Every user that finds a shared food sees its image.
            _ = try await catalog.service.images.download(try await other.get(food.id).imageURL)
            let request = CatalogFoodsImageRemove(id: food.id)
            let stranger = try await refusal { _ = try await catalog.service.images.remove(request, other.context()) }
            #expect(stranger == .notFound("food"))
        }
    }

    @Test func `an image that is removed or replaced is not found, that of a removed food is`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Borscht")
            let service = catalog.service
            func isGone(_ text: String?) async throws -> Bool {
                try await refusal { _ = try await catalog.service.images.download(text) } == .notFound("picture")
            }
            let first = try await owner.upload(food.id, try TestPicture.file()).imageURL
            let second = try await owner.upload(food.id, try TestPicture.file()).imageURL
            #expect(try await isGone(first))
            for _ in 0..<2 {
                _ = try await service.images.remove(CatalogFoodsImageRemove(id: food.id), owner.context())
            }
            #expect(try await isGone(second))
            #expect(try await owner.get(food.id).imageURL == nil)
            let third = try await owner.upload(food.id, try TestPicture.file()).imageURL
            #expect(try await owner.change(food.id) { $0.imageURL = .cleared }.imageURL == nil)
            #expect(try await isGone(third))
            let fourth = try await owner.upload(food.id, try TestPicture.file()).imageURL
            try await owner.remove(food.id)
            #expect(try await !isGone(fourth))
            let stranger = Person(catalog)
            let request = CatalogFoodsImageRemove(id: food.id)
            let refused = try await refusal { _ = try await service.images.remove(request, stranger.context()) }
            #expect(refused == .notFound("food"))
            _ = try await service.images.remove(request, owner.context())
            #expect(try await isGone(fourth))
            let gone = try await refusal { _ = try await service.images.remove(request, owner.context()) }
            #expect(gone == .notFound("food"))
        }
    }

    @Test func `an external image URL of an earlier version is returned only to the owner`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht") { ($0.shared, $0.barcode) = (.set(true), .set("4006381333931")) }
            let recipe = try await owner.cook("Stew", [(food.id, 100)]) { $0.shared = .set(true) }
            let address = "https://tracker.example/pixel.gif"
            _ = try await catalog.store.write { try $0.execute("UPDATE food SET image_url = ?", [address]) }
            func urls(to person: Person) async throws -> [String?] {
                let scanned = CatalogBarcode(gtin: "4006381333931")
                let found = try await catalog.service.searchFoods(CatalogSearch(q: "borscht"), person.context()).items
                return [
                    try await person.get(food.id).imageURL, try await person.get(recipe.id).imageURL,
                    try await person.recipe(recipe.id).imageURL, found[0].imageURL,
                    try await catalog.service.getBarcode(scanned, person.context()).imageURL,
                ]
            }
            #expect(try await urls(to: owner) == Array(repeating: address, count: 5))
            #expect(try await urls(to: other) == Array(repeating: nil, count: 5))
            #expect(try await owner.change(food.id) { $0.kcal = .set(50) }.imageURL == address)
            #expect(try await owner.change(food.id) { $0.imageURL = .cleared }.imageURL == nil)
        }
    }

    @Test func `the images of one user have a total limit, and an image can still be replaced`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let foods = [try await owner.add("Borscht"), try await owner.add("Solyanka")]
            _ = try await owner.upload(foods[0].id, try TestPicture.file())
            _ = try await catalog.store.write { transaction in
                try transaction.execute("UPDATE image SET bytes = ?", [OwnFoodLimits.imagesBytesMax])
            }
            let refused = try await refusal { _ = try await owner.upload(foods[1].id, try TestPicture.file()) }
            #expect(refused?.code == .conflict)
            #expect(refused?.params["max"] == "\(OwnFoodLimits.imagesBytesMax)")
            #expect(try await owner.get(foods[1].id).imageURL == nil)
            _ = try await other.upload(try await other.add("Ukha").id, try TestPicture.file())
            _ = try await owner.upload(foods[0].id, try TestPicture.file())
            _ = try await owner.upload(foods[1].id, try TestPicture.file())
        }
    }

    @Test func `images and parts of uploads are erased with the account`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Borscht")
            let half = Person(catalog)
            let page = ImageUploadPage<FoodImages>(
                upload: .make(),
                page: 0,
                base64: Data("half a picture".utf8).base64EncodedString()
            )
            _ = try await catalog.service.images.storePage(page, half.context())
            let people = try await catalog.store.read { try FoodCatalogSchema.people(after: nil, limit: 9, $0) }
            #expect(Set(people) == [owner.user, half.user])
            _ = try await owner.upload(food.id, try TestPicture.file())
            try await catalog.erase(half.user)
            try await catalog.erase(owner.user, sequence: 2)
            let left = try await catalog.store.read { reader in
                try ["image", "image_page", "upload_page"].map { table in
                    try reader.scalar("SELECT count(*) FROM \(table)", as: Int.self)
                }
            }
            #expect(left == [0, 0, 0])
        }
    }
}
