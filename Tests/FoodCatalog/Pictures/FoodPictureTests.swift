import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import Storage
import StoredImages
import TestSupport
import Testing

/// Pictures that the catalog itself has: uploads and drawings.
struct FoodPictureTests {
    private static let apple = FoodID("21fec3a4-003c-5c35-aa80-261c99ca513e")

    private func isDrawing(_ page: FoodPicturePage) -> Bool { page.image.contentType == FoodPicturePage.drawingType }

    @Test func `an uploaded image is shown to its owner, and to others while the food is shared`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht")
            #expect(food.picture == "/v1/foods/\(food.id)/picture")
            #expect(isDrawing(try await owner.picture(food.id)))
            let image = ImageID.make()
            let changed = try await owner.upload(food.id, try TestPicture.file(), as: image)
            #expect(changed.picture == food.picture)
            let own = try await owner.picture(food.id)
            #expect((own.image.contentType, own.tag, own.maxAgeS) == ("image/png", image.description, 0))
            #expect(!own.isSubstitute)
            #expect(isDrawing(try await other.picture(food.id)))
            try await owner.change(food.id) { $0.shared = .set(true) }
            #expect(try await other.picture(food.id) == own)
            let beyond = try await refusal { _ = try await owner.picture(food.id, page: 1) }
            #expect(beyond == .notFound("picture"))
        }
    }

    @Test func `the image of a removed food stays for its owner alone, and counts until it is removed`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht") { $0.shared = .set(true) }
            try await owner.upload(food.id, try TestPicture.file())
            let before = try await owner.picture(food.id)
            try await owner.remove(food.id)
            #expect(try await owner.picture(food.id) == before)
            #expect(isDrawing(try await other.picture(food.id)))

            _ = try await catalog.store.write { transaction in
                try transaction.execute("UPDATE image SET bytes = ?", [OwnFoodLimits.imagesBytesMax])
            }
            let next = try await owner.add("Solyanka")
            let refused = try await refusal { try await owner.upload(next.id, try TestPicture.file()) }
            #expect(refused?.code == .conflict)
            let removal = CatalogFoodsImageRemove(id: food.id)
            _ = try await catalog.service.images.remove(removal, owner.context())
            #expect(isDrawing(try await owner.picture(food.id)))
            try await owner.upload(next.id, try TestPicture.file())
        }
    }

    @Test func `a removed food that is added again has its image, and nobody else can take its id`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht") { $0.shared = .set(true) }
            try await owner.upload(food.id, try TestPicture.file())
            let before = try await owner.picture(food.id)
            try await owner.remove(food.id)
            let refused = try await refusal { try await other.add("Borscht", id: food.id) }
            #expect(refused?.code == .conflict)
            let again = try await owner.add("Borscht", id: food.id)
            #expect(again.imageURL?.hasPrefix("/v1/foods/image/") == true)
            #expect(try await owner.picture(food.id) == before)
            try await owner.change(food.id) { $0.imageURL = .cleared }
            #expect(isDrawing(try await owner.picture(food.id)))
        }
    }

    @Test func `a new food has no image of a removed food`() async throws {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Borscht")
            try await owner.upload(food.id, try TestPicture.file())
            try await owner.remove(food.id)
            // SQLite gives it the number of the removed food.
            let next = try await other.add("Ukha")
            #expect(isDrawing(try await other.picture(next.id)))
            try await other.upload(next.id, try TestPicture.file("rgb.png"))
            #expect(!isDrawing(try await owner.picture(food.id)))
        }
    }

    @Test func `a food of a source has a drawing that clients keep, and any other id the general one`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let person = Person(catalog)
            let apple = try await person.picture(try #require(Self.apple))
            #expect(isDrawing(apple))
            #expect(apple.maxAgeS == 7 * 24 * 3_600)
            let unknown = try await person.picture(.make())
            #expect(isDrawing(unknown))
            #expect((unknown.maxAgeS, unknown.isSubstitute) == (0, false))
            #expect(apple.tag != unknown.tag)
            let stranger = try await Person(catalog).add("Secret")
            #expect(try await person.picture(stranger.id) == unknown)
            let found = try await catalog.service.searchFoods(CatalogSearch(q: "apple"), person.context()).items
            #expect(found.allSatisfy { $0.picture == FoodPicture.path(of: $0.id) })
        }
    }
}

extension Person {
    /// Returns a page of a food's picture.
    func picture(_ food: FoodID, page: Int = 0) async throws -> FoodPicturePage {
        try await catalog.service.picture(CatalogFoodsPicture(id: food, page: page).checked(), context())
    }
}
