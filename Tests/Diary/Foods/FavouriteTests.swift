import Contracts
import Diary
import Foundation
import Storage
import TestSupport
import Testing

/// Favourite foods.
@Suite(.timeLimit(.minutes(5)))
struct FavouriteTests {
    @discardableResult
    private func add(_ diary: DiaryFixture, _ food: FoodID, as user: UserID? = nil) async throws -> FavouriteFood {
        try await diary.service.addFavourite(DiaryFavouritesAdd(id: food), diary.context(user)).value
    }

    private func remove(_ diary: DiaryFixture, _ food: FoodID) async throws {
        _ = try await diary.service.removeFavourite(DiaryFavouritesRemove(id: food), diary.context())
    }

    private func list(_ diary: DiaryFixture, as user: UserID? = nil) async throws -> [FavouriteFood] {
        try await diary.service.favourites(DiaryFavouritesList(), diary.context(user)).items
    }

    @Test func `favourites are listed newest first with the amount that was logged last`() async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            var soup = bread()
            (soup.name, soup.portions) = ("Soup", [])
            for food in [rye, soup] { diary.catalog.put(food) }
            let first = try await add(diary, rye.id)
            #expect((first.portion, first.quantity, first.grams, first.nutrients.kcal) == ("slice", 1, 33, 85.47))
            try diary.clock.set("2026-03-10T13:00:00Z")
            #expect(try await add(diary, soup.id).grams == 100)
            #expect(try await add(diary, rye.id) == first)
            try await diary.add(EntryAmount(foodId: rye.id, portion: "slice", quantity: 3))
            try await diary.add(EntryAmount(foodId: soup.id, grams: 250))
            let items = try await list(diary)
            #expect(items.map(\.name) == ["Soup", "Rye bread"])
            #expect(items.map(\.grams) == [250, 99])
            #expect(items.map(\.quantity) == [nil, 3])
            #expect(items[1].imageURL == "https://pictures.example/rye")
            #expect(items[1].picture == FoodPicture.path(of: rye.id))
            #expect(try await list(diary, as: .make()).isEmpty)
        }
    }

    @Test func `favourites of one millisecond are listed in the order in which they were added`() async throws {
        try await DiaryFixture.use { diary in
            // The ids grow, so the last one that is added has the smallest id.
            let foods = (0..<40).map { _ in bread() }.reversed()
            for food in foods { diary.catalog.put(food) }
            for food in foods { try await add(diary, food.id) }
            let items = try await list(diary)
            #expect(Set(items.map(\.addedAt)).count == 1)
            #expect(items.map(\.foodId) == foods.reversed().map(\.id))
            let again = try #require(foods.first)
            try await remove(diary, again.id)
            try await add(diary, again.id)
            #expect(try await list(diary).first?.foodId == again.id)
        }
    }

    @Test func `adding and removing have an effect once, and each effect is published`() async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            diary.catalog.put(rye)
            for _ in 0..<2 { try await add(diary, rye.id) }
            for _ in 0..<2 { try await remove(diary, rye.id) }
            #expect(try await list(diary).isEmpty)
            let changes = try await diary.events(DiaryDataChanged.type).map {
                try $0.data.decode(DiaryDataChanged.self)
            }
            #expect(changes == [1, 2].map { DiaryDataChanged(kind: .favourites, date: nil, version: $0) })
        }
    }

    @Test func `an unknown food is refused, and a known one needs no catalog`() async throws {
        try await DiaryFixture.use { diary in
            let error = await #expect(throws: ServiceError.self) { try await add(diary, .make()) }
            #expect(error?.code == .notFound)
            let rye = bread()
            diary.catalog.put(rye)
            try await diary.add(EntryAmount(foodId: rye.id, grams: 10))
            diary.catalog.fail(ServiceError(.unavailable, "Away."))
            #expect(try await add(diary, rye.id).grams == 10)
        }
    }

    @Test func `the favourite after the last allowed one is refused`() async throws {
        try await DiaryFixture.use { diary in
            let foods = (0...DiaryFavouritesAdd.favouritesMax).map { _ in bread() }
            for food in foods { diary.catalog.put(food) }
            for food in foods.dropLast() { try await add(diary, food.id) }
            let last = try #require(foods.last)
            let error = await #expect(throws: ServiceError.self) { try await add(diary, last.id) }
            #expect(error?.details.map(\.field) == ["id"])
            #expect(try await list(diary).count == DiaryFavouritesAdd.favouritesMax)
            // One of the others is no new favourite.
            try await add(diary, foods[0].id)
            try await remove(diary, foods[0].id)
            try await add(diary, last.id)
            // Another user has a number of their own.
            try await add(diary, foods[0].id, as: .make())
        }
    }

    @Test func `favourites are erased with the account`() async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            diary.catalog.put(rye)
            try await add(diary, rye.id)
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [try diary.fact(AccountErased())], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            #expect(try !diary.directory.filesContain(diary.user.description))
        }
    }
}
