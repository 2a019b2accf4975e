import Calendar
import Contracts
import Diary
import Foundation
import Testing

/// Entries that a client creates and replaces under its own ids.
@Suite(.timeLimit(.minutes(5)))
struct PutEntryTests {
    private func put(
        _ diary: DiaryFixture,
        _ id: EntryID,
        _ amount: EntryAmount,
        meal: Meal = .lunch,
        key: String? = nil,
        as user: UserID? = nil,
        _ change: (inout DiaryEntriesPut) -> Void = { _ in }
    ) async throws -> DiaryEntry {
        var request = DiaryEntriesPut(id: id, date: .date(DiaryFixture.today), meal: meal, amount: amount)
        change(&request)
        return try await diary.service.put(request.checked(), diary.context(user, key: key)).value
    }

    private func refusal(_ body: () async throws -> DiaryEntry) async throws -> ServiceError {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        return try #require(error)
    }

    @Test func `a put creates a missing entry at the client's time`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let id = EntryID.make()
            let made = try await put(diary, id, EntryAmount(foodId: food.id, portion: "slice", quantity: 2)) {
                $0.at = "2026-03-10T09:30:00+02:00"
            }
            #expect((made.id, made.version, made.grams) == (id, 1, 66))
            #expect(made.at == "2026-03-10T07:30:00.000Z")
            #expect(try await diary.day().meals[1].entries == [made])
            #expect(try await diary.published().map(\.entries) == [1])
        }
    }

    @Test func `an equal put under another key returns the entry and has no effect`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let id = EntryID.make()
            let amount = EntryAmount(foodId: food.id, grams: 33.3)
            let made = try await put(diary, id, amount, key: "a") { $0.position = 9 }
            try await diary.add(quick(kcal: 1))
            diary.catalog.fail(.notFound("food"))
            let again = try await put(diary, id, amount, key: "b") { $0.position = 0 }
            #expect(again == made)
            #expect(try await put(diary, id, amount, key: "c") { $0.ifVersion = 7 } == made)
            #expect(try await diary.published().count == 2)
        }
    }

    @Test func `a put replaces a differing entry only with its version or with overwrites`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            let made = try await put(diary, id, quick("Soup", kcal: 100, proteinG: 4))
            let silent = try await refusal { try await put(diary, id, quick("Stew", kcal: 200)) }
            #expect(silent.code == .versionMismatch)
            #expect(silent.params["currentVersion"] == "1")
            #expect(try silent.current?.decode(DiaryEntry.self) == made)
            let replaced = try await put(diary, id, quick("Stew", kcal: 200), meal: .dinner) { $0.ifVersion = 1 }
            #expect((replaced.name, replaced.version, replaced.meal) == ("Stew", 2, .dinner))
            #expect(replaced.nutrients == Nutrients(kcal: 200))
            #expect(replaced.at == made.at)
            let late = try await refusal { try await put(diary, id, quick("Pie", kcal: 300)) { $0.ifVersion = 1 } }
            #expect(try late.current?.decode(DiaryEntry.self) == replaced)
            let forced = try await put(diary, id, quick("Pie", kcal: 300)) { $0.overwrites = true }
            #expect((forced.version, forced.name) == (3, "Pie"))
            #expect(try await diary.day().meals.flatMap(\.entries) == [forced])
            #expect(try await diary.day().totals.kcal == 300)
        }
    }

    @Test func `a removed entry is recreated only with overwrites`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            _ = try await put(diary, id, quick(kcal: 1))
            _ = try await diary.service.remove(DiaryEntriesRemove(id: id), diary.context())
            for version in [nil, 1] as [Int?] {
                let gone = try await refusal { try await put(diary, id, quick(kcal: 1)) { $0.ifVersion = version } }
                #expect(gone.code == .versionMismatch)
                #expect(gone.current == JSONText(text: "null"))
            }
            #expect(try await diary.day().totals.kcal == 0)
            let anew = try await put(diary, id, quick(kcal: 1)) { $0.overwrites = true }
            #expect(anew.version == 2)
            #expect(try await diary.day().meals[1].entries == [anew])
            // A version of an id without an entry is refused as well.
            let never = try await refusal { try await put(diary, .make(), quick(kcal: 1)) { $0.ifVersion = 1 } }
            #expect(never.current == JSONText(text: "null"))
        }
    }

    @Test func `versions of a removed entry do not fit the entry recreated under its id`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            _ = try await put(diary, id, quick(kcal: 1))
            _ = try await put(diary, id, quick(kcal: 2)) { $0.ifVersion = 1 }
            _ = try await diary.service.remove(DiaryEntriesRemove(id: id), diary.context())
            let anew = try await put(diary, id, quick(kcal: 3)) { $0.overwrites = true }
            #expect(anew.version == 3)
            for version in 1...2 {
                let late = try await refusal { try await put(diary, id, quick(kcal: 9)) { $0.ifVersion = version } }
                #expect(late.code == .versionMismatch)
                let change = DiaryEntriesUpdate(id: id, ifVersion: version, meal: .dinner)
                #expect(try await refusal { try await diary.service.update(change, diary.context()).value } == late)
                let remove = DiaryEntriesRemove(id: id, ifVersion: version)
                await #expect(throws: late) { try await diary.service.remove(remove, diary.context()) }
            }
            #expect(try await diary.day().meals[1].entries == [anew])
        }
    }

    @Test func `an entry can change to another food, to bare energy, and back`() async throws {
        try await DiaryFixture.use { diary in
            let (rye, wheat) = (bread(), bread())
            for food in [rye, wheat] { diary.catalog.put(food) }
            let id = EntryID.make()
            _ = try await put(diary, id, EntryAmount(foodId: rye.id, grams: 100))
            let other = try await put(diary, id, EntryAmount(foodId: wheat.id, portion: "loaf")) { $0.ifVersion = 1 }
            #expect((other.foodId, other.grams, other.nutrients.kcal) == (wheat.id, 700, 1_813))
            let bare = try await put(diary, id, quick("Toast", kcal: 90)) { $0.ifVersion = 2 }
            #expect((bare.foodId, bare.grams, bare.portion, bare.imageURL) == (nil, nil, nil, nil))
            let back = try await put(diary, id, EntryAmount(foodId: rye.id, grams: 10)) { $0.ifVersion = 3 }
            #expect((back.foodId, back.nutrients.kcal, back.name) == (rye.id, 25.9, "Rye bread"))
            #expect(try await FoodUseRecomputation.stored(in: diary) == FoodUseRecomputation([back]).uses)
        }
    }

    @Test func `a put with the same food keeps the logged nutrients`() async throws {
        try await DiaryFixture.use { diary in
            var food = bread()
            diary.catalog.put(food)
            let id = EntryID.make()
            _ = try await put(diary, id, EntryAmount(foodId: food.id, portion: "slice"))
            food.kcal = 1
            food.portions = [Portion(name: "slice", grams: 50)]
            diary.catalog.put(food)
            let two = try await put(diary, id, EntryAmount(foodId: food.id, portion: "slice", quantity: 2)) {
                $0.ifVersion = 1
            }
            #expect((two.grams, two.nutrients.kcal) == (66, 170.94))
        }
    }

    @Test func `a new time of an entry changes when its food was last used`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let id = EntryID.make()
            let amount = EntryAmount(foodId: food.id, grams: 1)
            _ = try await put(diary, id, amount)
            let earlier = try await put(diary, id, amount) { ($0.ifVersion, $0.at) = (1, "2026-03-01T00:00:00Z") }
            #expect(try await FoodUseRecomputation.stored(in: diary) == FoodUseRecomputation([earlier]).uses)
        }
    }

    @Test func `invalid, early and future times and negative positions are refused`() async throws {
        try await DiaryFixture.use { diary in
            for at in ["yesterday", "1899-12-31T23:59:59Z", "2026-03-10T12:05:01Z"] {
                let error = try await refusal { try await put(diary, .make(), quick(kcal: 1)) { $0.at = at } }
                #expect(error.details.map(\.field) == ["at"], "\(at)")
            }
            let ahead = try await put(diary, .make(), quick(kcal: 1)) { $0.at = "2026-03-10T12:05:00Z" }
            #expect(ahead.at == "2026-03-10T12:05:00.000Z")
            let error = try await refusal {
                try await put(diary, .make(), quick("", kcal: -1)) {
                    ($0.position, $0.ifVersion, $0.overwrites) = (-1, 1, true)
                }
            }
            #expect(error.details.map(\.field) == ["position", "overwrites", "name", "kcal"])
        }
    }

    @Test func `two users can have entries with the same id`() async throws {
        try await DiaryFixture.use { diary in
            let (id, other) = (EntryID.make(), UserID.make())
            let mine = try await put(diary, id, quick("Mine", kcal: 1))
            let theirs = try await put(diary, id, quick("Theirs", kcal: 2), as: other)
            #expect(theirs.version == 1)
            #expect(try await diary.day().meals[1].entries == [mine])
        }
    }
}
