import Calendar
import Contracts
import Diary
import Foundation
import ImageUploads
import JSONCoding
import Storage
import StoredImages
import TestSupport
import Testing

/// Images of entries.
@Suite(.timeLimit(.minutes(5))) struct EntryImageTests {
    @discardableResult
    func upload(
        _ diary: DiaryFixture,
        _ entry: EntryID,
        as user: UserID? = nil,
        key: String? = nil,
        ifVersion: Int? = nil
    ) async throws -> DiaryEntry {
        let target = ImageObject(id: entry, ifVersion: ifVersion)
        return try await diary.service.images.upload(to: target, diary.context(user, key: key))
    }

    private func refusal(_ body: () async throws -> Void) async throws -> ServiceError {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        return try #require(error)
    }

    private func isGone(_ text: String?, _ diary: DiaryFixture) async throws -> Bool {
        try await refusal { _ = try await diary.service.images.download(text) } == .notFound("picture")
    }

    private func remove(_ diary: DiaryFixture, _ id: EntryID, ifVersion: Int? = nil) async throws {
        let request = DiaryEntriesImageRemove(id: id, ifVersion: ifVersion)
        _ = try await diary.service.images.remove(request, diary.context())
    }

    /// Counts the rows of images and uploads.
    func rows(_ diary: DiaryFixture) async throws -> [Int?] {
        try await diary.store.read { reader in
            try ["image", "image_page", "upload_page"].map { try reader.scalar("SELECT count(*) FROM \($0)") }
        }
    }

    @Test func `an uploaded image is cleaned, and every reply with its entry has a signed URL`() async throws {
        try await DiaryFixture.use { diary in
            let (service, food) = (diary.service, bread())
            diary.catalog.put(food)
            let amount = EntryAmount(foodId: food.id, grams: 50)
            let made = try await diary.add(amount)
            #expect((made.imageURL, made.picture) == (food.imageURL, FoodPicture.path(of: food.id)))
            let before = try await service.changes(DiaryChanges(), diary.context()).cursor
            let pictured = try await upload(diary, made.id)
            #expect(pictured.version == 2)
            let data = try await diary.service.images.download(pictured.imageURL)
            #expect(data.range(of: Data("SECRET".utf8)) == nil)

            let days = try await service.days(DiaryDays(from: .today, to: .today), diary.context()).items
            let changed = try await service.changes(DiaryChanges(since: before), diary.context()).items
            let recent = try await service.recentFoods(DiaryFoodsRecent(), diary.context()).items
            var cart = DiaryCartUpdate()
            cart.additionalKcal = .set(1)
            _ = try await service.updateCart(cart, diary.context())
            let checkout = DiaryCartCheckout(date: .today, meal: .snack)
            let copy = DiaryDaysCopy(date: .today, from: .date(march(9)))
            try await diary.add(quick(kcal: 1), on: march(9))
            let replies = [
                try await diary.day().meals[1].entries[0], days[0].meals[1].entries[0], changed[0],
                try await service.checkOut(checkout, diary.context()).day.meals[1].entries[0],
                try await service.copy(copy, diary.context()).meals[1].entries[0],
                try await service.update(DiaryEntriesUpdate(id: made.id, meal: .lunch), diary.context()).value,
            ]
            #expect(replies.map(\.id) == Array(repeating: made.id, count: replies.count))
            #expect(replies.map(\.picture) == replies.map(\.imageURL))
            #expect(recent[0].picture == recent[0].imageURL)
            for text in replies.map(\.imageURL) + [recent[0].imageURL] {
                #expect(try await diary.service.images.download(text) == data)
            }
        }
    }

    @Test func `conflicts and repeated uploads return the entry with its image`() async throws {
        try await DiaryFixture.use { diary in
            let (service, entry) = (diary.service, try await diary.add(quick(kcal: 1)))
            let first = try await upload(diary, entry.id, key: "k", ifVersion: 1)
            // The same file under the same key.
            #expect(try await upload(diary, entry.id, key: "k", ifVersion: 1) == first)
            #expect(try await rows(diary) == [1, 1, 0])
            let put = DiaryEntriesPut(id: entry.id, date: .today, meal: .lunch, amount: quick(kcal: 2))
            let late = [
                try await refusal { try await upload(diary, entry.id, ifVersion: 1) },
                try await refusal { try await remove(diary, entry.id, ifVersion: 1) },
                try await refusal { _ = try await service.put(put, diary.context()) },
                try await refusal {
                    _ = try await service.update(DiaryEntriesUpdate(id: entry.id, ifVersion: 1), diary.context())
                },
                try await refusal {
                    _ = try await service.remove(DiaryEntriesRemove(id: entry.id, ifVersion: 1), diary.context())
                },
            ]
            for error in late {
                #expect(error.code == .versionMismatch)
                #expect(try error.current?.decode(DiaryEntry.self) == first)
            }
        }
    }

    @Test func `an image stays with its entry after a replacement and is not copied`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let entry = try await diary.add(quick(kcal: 1))
            let data = try await diary.service.images.download(try await upload(diary, entry.id).imageURL)
            var version = 2
            for amount in [EntryAmount(foodId: food.id, grams: 5), quick("Tea", kcal: 2)] {
                var put = DiaryEntriesPut(id: entry.id, date: .date(march(9)), meal: .dinner, amount: amount)
                put.ifVersion = version
                let text = try await diary.service.put(put, diary.context(key: "put-\(version)")).value.imageURL
                #expect(try await diary.service.images.download(text) == data)
                // The stored reply is returned with a new signed URL.
                let again = try await diary.service.put(put, diary.context(key: "put-\(version)")).value.imageURL
                #expect(try await diary.service.images.download(again) == data)
                version += 1
            }
            let copy = DiaryDaysCopy(date: .date(march(12)), from: .date(march(9)))
            let copied = try await diary.service.copy(copy, diary.context()).meals[2].entries
            #expect(copied.map(\.imageURL) == [nil])
        }
    }

    @Test func `an entry has a new signed URL after the first has expired`() async throws {
        try await DiaryFixture.use { diary in
            let text = try await upload(diary, try await diary.add(quick(kcal: 1)).id).imageURL
            diary.clock.advance(seconds: 2 * 3_600)
            #expect(try await refusal { _ = try await diary.service.images.download(text) }.code == .forbidden)
            let renewed = try await diary.day().meals[1].entries[0].imageURL
            #expect(renewed != text)
            _ = try await diary.service.images.download(renewed)
        }
    }

    @Test func `images of two users with the same entry id are separate`() async throws {
        try await DiaryFixture.use { diary in
            let (id, other) = (EntryID.make(), UserID.make())
            try await diary.add(quick(kcal: 1), id: id)
            #expect(try await refusal { try await upload(diary, id, as: other) } == .notFound("entry"))
            try await diary.add(quick(kcal: 1), id: id, as: other)
            let (mine, theirs) = (try await upload(diary, id), try await upload(diary, id, as: other))
            #expect(mine.imageURL != theirs.imageURL)
            try await remove(diary, id)
            #expect(try await isGone(mine.imageURL, diary))
            _ = try await diary.service.images.download(theirs.imageURL)
            let stranger = diary.context(.make())
            let request = DiaryEntriesImageRemove(id: id)
            #expect(
                try await refusal { _ = try await diary.service.images.remove(request, stranger) } == .notFound("entry")
            )
        }
    }

    @Test func `an image is deleted when it is removed or replaced, or its entry is removed`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            let entry = try await diary.add(EntryAmount(foodId: food.id, grams: 1))
            let first = try await upload(diary, entry.id).imageURL
            let second = try await upload(diary, entry.id).imageURL
            #expect(try await isGone(first, diary))
            for _ in 0..<2 { try await remove(diary, entry.id) }
            #expect(try await isGone(second, diary))
            let bare = try await diary.day().meals[1].entries[0]
            #expect((bare.imageURL, bare.version) == (nil, 4))
            let third = try await upload(diary, entry.id).imageURL
            _ = try await diary.service.remove(DiaryEntriesRemove(id: entry.id), diary.context())
            #expect(try await isGone(third, diary))
            #expect(try await rows(diary) == [0, 0, 0])
            let put = DiaryEntriesPut(
                id: entry.id,
                overwrites: true,
                date: .today,
                meal: .lunch,
                amount: quick(kcal: 1)
            )
            #expect(try await diary.service.put(put, diary.context()).value.imageURL == nil)
            // The image of a food can be removed from an entry, too.
            let another = try await diary.add(EntryAmount(foodId: food.id, grams: 1), meal: .dinner)
            try await remove(diary, another.id)
            #expect(try await diary.day().meals[2].entries.map(\.imageURL) == [nil])
        }
    }

    @Test func `an image above the user's quota is refused, unless it replaces one`() async throws {
        try await DiaryFixture.use { diary in
            let other = UserID.make()
            let entries = [try await diary.add(quick(kcal: 1)), try await diary.add(quick(kcal: 2))]
            try await upload(diary, entries[0].id)
            _ = try await diary.store.write { transaction in
                try transaction.execute("UPDATE image SET bytes = ?", [EntryImages.bytesMax])
            }
            let refused = try await refusal { try await upload(diary, entries[1].id) }
            #expect(refused.code == .conflict)
            #expect(refused.params["max"] == "\(EntryImages.bytesMax)")
            #expect(try await diary.day().meals[1].entries[1] == entries[1])
            try await upload(diary, try await diary.add(quick(kcal: 1), as: other).id, as: other)
            try await upload(diary, entries[0].id)
            try await upload(diary, entries[1].id)
        }
    }

    @Test func `setting and removing an image publishes the day`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 1))
            let before = try await diary.published().count
            try await upload(diary, entry.id)
            try await remove(diary, entry.id)
            #expect(try await diary.published(after: before).map(\.kcal) == [1, 1])
        }
    }
}
