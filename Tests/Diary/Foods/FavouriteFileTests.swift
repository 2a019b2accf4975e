import Contracts
import Diary
import Foundation
import Storage
import TestSupport
import Testing

/// Favourites in exported documents, and in the changes that devices fetch.
@Suite(.timeLimit(.minutes(5)))
struct FavouriteFileTests {
    /// Runs the body with three favourites of one millisecond.
    private func use(_ body: (DiaryFixture, [Food]) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            let foods = (1...3).map { number in
                var food = bread()
                food.name = "Bread \(number)"
                return food
            }
            for food in foods { diary.catalog.put(food) }
            for food in foods { try await add(food, diary) }
            try await body(diary, foods)
        }
    }

    private func add(_ food: Food, _ diary: DiaryFixture, as user: UserID? = nil) async throws {
        _ = try await diary.service.addFavourite(DiaryFavouritesAdd(id: food.id), diary.context(user))
    }

    private func list(_ diary: DiaryFixture, as user: UserID? = nil) async throws -> [FavouriteFood] {
        try await diary.service.favourites(DiaryFavouritesList(), diary.context(user)).items
    }

    @Test func `favourites of a document are the same in another account, and a second import adds nothing`()
        async throws
    {
        try await use { diary, foods in
            let (file, other) = (try await diary.exported(.json), UserID.make())
            #expect(try JSONSerialization.jsonObject(with: Data(file.utf8)) is [String: Any])
            let preview = try await diary.preview(file, .mealwire, as: other)
            #expect((preview.favourites, preview.new, preview.refused) == (3, 3, []))
            #expect((preview.entries, preview.days, preview.from) == (0, 0, nil))
            #expect(Outcome(try await diary.apply(preview.id, as: other)) == Outcome(added: 3))
            let items = try await list(diary)
            #expect(items.map(\.name) == foods.reversed().map(\.name))
            #expect(try await list(diary, as: other) == items)
            for user in [other, diary.user] {
                #expect(Outcome(try await diary.importFile(file, .mealwire, as: user)) == Outcome(unchanged: 3))
            }
            #expect(try await diary.exported(.json, as: other) == file)
        }
    }

    @Test func `a diary that does not know the food keeps the one of the file for its user alone`() async throws {
        try await use { diary, foods in
            let file = try await diary.exported(.json)
            try await DiaryFixture.use { new in
                let user = UserID.make()
                try await new.importFile(file.replacing("Bread 2", with: "Forged"), .mealwire, as: user)
                #expect(try await list(new, as: user).map(\.name) == ["Bread 3", "Forged", "Bread 1"])
                #expect(try await list(new, as: user).map(\.grams) == [33, 33, 33])
                let owners = try await new.store.read { reader in
                    try reader.rows("SELECT user_id, id FROM stored_food ORDER BY id").map {
                        try $0.value("user_id", as: String.self)
                    }
                }
                #expect(owners == Array(repeating: user.description, count: 3))
                // The answer of the catalog replaces the food of the file.
                new.catalog.put(foods[1])
                try await add(foods[1], new, as: user)
                #expect(try await list(new, as: user).map(\.name) == ["Bread 3", "Bread 2", "Bread 1"])
            }
        }
    }

    @Test(arguments: [
        (#""addedAt":"2026"#, #""addedAt":"2036"#), (#""kcal":259,"#, #""kcal":-1,"#),
        (#""grams":33,"#, #""grams":0,"#),
        (#""name":"Bread 1""#, #""name":"""#), (#""food":{"#, #""food":[],"x":{"#),
    ])
    func `a damaged favourite is refused, and the rest of the file is imported`(part: String, damage: String)
        async throws
    {
        try await use { diary, _ in
            let file = try await diary.exported(.json)
            let range = try #require(file.range(of: part))
            let damaged = file.replacingCharacters(in: range, with: damage)
            let preview = try await diary.preview(damaged, .mealwire, as: .make())
            #expect((preview.refusedCount, preview.new) == (1, 2), "\(preview.refused)")
        }
    }

    @Test func `an import adds favourites up to the limit and removes none`() async throws {
        try await use { diary, _ in
            let (file, other) = (try await diary.exported(.json), UserID.make())
            for _ in 1..<DiaryFavouritesAdd.favouritesMax {
                let food = bread()
                diary.catalog.put(food)
                try await add(food, diary, as: other)
            }
            let outcome = try await diary.importFile(file, .mealwire, as: other)
            #expect((outcome.added, outcome.refused, outcome.fullDays) == (1, 2, []))
            #expect(try await list(diary, as: other).count == DiaryFavouritesAdd.favouritesMax)
        }
    }

    @Test func `pages of a document with many favourites form one file`() async throws {
        try await DiaryFixture.use { diary in
            for _ in 0..<300 {
                var food = bread()
                food.portions = (1...50).map { Portion(name: "\($0) of a long name of a portion", grams: 33) }
                diary.catalog.put(food)
                try await add(food, diary)
            }
            let file = try await diary.exported(.json)
            #expect(file.utf8.count > 2 * DiaryExport.pageBytesMax)
            #expect(try JSONSerialization.jsonObject(with: Data(file.utf8)) is [String: Any])
            let preview = try await diary.preview(file, .mealwire, as: .make())
            #expect((preview.favourites, preview.refused) == (300, []))
        }
    }

    @Test func `the changes of a diary tell the last change of favourites, also after an import`() async throws {
        try await use { diary, foods in
            func changes(_ since: String?, _ user: UserID? = nil) async throws -> DiaryChanges.Reply {
                try await diary.service.changes(DiaryChanges(since: since), diary.context(user))
            }
            let first = try await changes(nil)
            #expect((first.favourites, first.cart, first.plans) == (3, nil, nil))
            #expect(try await changes(first.cursor).favourites == nil)
            // A repeated addition is no change; a removal is one.
            try await add(foods[0], diary)
            #expect(try await changes(first.cursor).favourites == nil)
            _ = try await diary.service.removeFavourite(DiaryFavouritesRemove(id: foods[0].id), diary.context())
            #expect(try await changes(first.cursor).favourites == 4)
            let other = UserID.make()
            try await diary.importFile(try await diary.exported(.json), .mealwire, as: other)
            #expect(try await changes(nil, other).favourites == 2)
        }
    }
}
