import Calendar
import Contracts
import Diary
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// Stored copies of foods, including private ones, for times when the catalog is unavailable.
@Suite(.timeLimit(.minutes(5))) struct PrivateFoodTests {
    private static let away = ServiceError(.unavailable, "away")

    private func log(_ food: Food, _ diary: DiaryFixture, as user: UserID) async throws -> DiaryEntry {
        try await diary.add(EntryAmount(foodId: food.id, grams: 100), as: user)
    }

    /// Returns the errors of every way to use a food that the user may not see.
    private func refusals(_ food: Food, _ diary: DiaryFixture, as user: UserID) async throws -> [ErrorCode?] {
        let amount = EntryAmount(foodId: food.id, grams: 100)
        let put = DiaryEntriesPut(id: .make(), date: .today, meal: .lunch, amount: amount)
        let item = DiaryCartItemsSet(foodId: food.id, more: 1)
        let added = await #expect(throws: ServiceError.self) { try await log(food, diary, as: user) }
        let made = await #expect(throws: ServiceError.self) {
            try await diary.service.put(put, diary.context(user))
        }
        let gathered = await #expect(throws: ServiceError.self) {
            try await diary.service.setCartItem(item, diary.context(user))
        }
        return [added?.code, made?.code, gathered?.code]
    }

    @Test func `a private food is refused for other users, also while the catalog is unavailable`() async throws {
        try await DiaryFixture.use { diary in
            let (owner, other, food) = (diary.user, UserID.make(), bread())
            diary.catalog.put(food, of: owner)
            _ = try await log(food, diary, as: owner)
            #expect(try await refusals(food, diary, as: other) == [.notFound, .notFound, .notFound])
            diary.catalog.fail(Self.away)
            // For other users, a private copy is as if it did not exist.
            #expect(try await refusals(food, diary, as: other) == [.unavailable, .unavailable, .unavailable])
            let unknown = try await refusals(bread(), diary, as: other)
            #expect(unknown == [.unavailable, .unavailable, .unavailable])
            #expect(try await diary.day(as: other).totals.kcal == 0)
            #expect(try await log(food, diary, as: owner).name == food.name)
        }
    }

    @Test func `a shared food is stored for all users, and its later private version is not`() async throws {
        try await DiaryFixture.use { diary in
            let (owner, other, late) = (diary.user, UserID.make(), UserID.make())
            var food = bread()
            diary.catalog.put(food, of: owner)
            _ = try await log(food, diary, as: owner)
            food.name = "Shared bread"
            diary.catalog.put(food, of: owner, isShared: true)
            let item = DiaryCartItemsSet(foodId: food.id, grams: 50)
            _ = try await diary.service.setCartItem(item, diary.context(other))
            diary.catalog.fail(Self.away)
            for user in [owner, other, late] { #expect(try await log(food, diary, as: user).name == "Shared bread") }
            diary.catalog.fail(nil)
            food.name = "Secret bread"
            diary.catalog.put(food, of: owner)
            #expect(try await log(food, diary, as: owner).name == "Secret bread")
            diary.catalog.fail(Self.away)
            #expect(try await log(food, diary, as: owner).name == "Secret bread")
            #expect(try await log(food, diary, as: other).name == "Shared bread")
            let cart = try await diary.service.cart(DiaryCartGet(), diary.context(other))
            #expect(cart.items.map(\.name) == ["Shared bread"])
            diary.catalog.fail(nil)
            food.name = "Shared again"
            diary.catalog.put(food, of: owner, isShared: true)
            _ = try await log(food, diary, as: other)
            diary.catalog.fail(Self.away)
            #expect(try await log(food, diary, as: owner).name == "Shared again")
        }
    }

    @Test func `fields that the catalog adds for one user are not stored`() async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            (food.allergenMatches, food.imageURL) = (["gluten"], "/v1/foods/image/1?signature=2")
            food.picture = FoodPicture.path(of: food.id)
            diary.catalog.put(food, of: diary.user, isShared: true)
            _ = try await log(food, diary, as: diary.user)
            let kept: String? = try await diary.store.read { try $0.scalar("SELECT snapshot FROM stored_food") }
            let again = try JSONText(text: try #require(kept)).decode(Food.self)
            #expect((again.own, again.shared, again.version) == (nil, nil, nil))
            #expect((again.allergenMatches, again.imageURL, again.picture) == (nil, nil, nil))
            #expect(again.portions == food.portions)
        }
    }

    @Test func `private foods are exported and erased with their owner, and common ones stay`() async throws {
        try await DiaryFixture.use { diary in
            let (stays, secret, common) = (UserID.make(), bread(), bread())
            diary.catalog.put(secret, of: diary.user)
            diary.catalog.put(common)
            for food in [secret, common] { _ = try await log(food, diary, as: diary.user) }
            let page = try await diary.store.exportPage(ExportPage(), of: diary.user, DiarySchema.export)
            #expect(page.text.contains("keptFoods"))
            let erasure = try diary.fact(AccountErased())
            let erased = Snapshot.Reply(epoch: "auth", sequence: 1, events: [erasure], next: nil)
            try await diary.store.apply(erased, after: nil, DiarySchema.erasure)
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            #expect(try !diary.directory.filesContain(secret.id.description))
            diary.catalog.fail(Self.away)
            #expect(try await log(common, diary, as: stays).name == common.name)
        }
    }

    @Test func `a user with only a stored food is among the users of the erasure`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food, of: diary.user)
            // Subtracting a missing item looks up the food and has no other effect.
            let item = DiaryCartItemsSet(foodId: food.id, more: -1)
            _ = try await diary.service.setCartItem(item, diary.context())
            let kept: Int? = try await diary.store.read { try $0.scalar("SELECT count(*) FROM stored_food") }
            #expect(kept == 1)
            #expect(try await diary.store.people(after: nil, limit: 10, of: DiarySchema.erasure) == [diary.user])
        }
    }
}
