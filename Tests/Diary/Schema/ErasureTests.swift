import Calendar
import Contracts
import Diary
import JSONCoding
import Storage
import TestSupport
import Testing

@Suite struct ErasureTests {
    @Test func `an erasure removes all data of a user from the files and keeps that of others`() async throws {
        try await DiaryFixture.use { diary in
            let stays = UserID.make()
            let food = bread()
            diary.catalog.put(food)
            for user in [diary.user, stays] {
                try await diary.receive(DiaryFixture.person(zone: "Europe/Kyiv"), of: user)
                try await diary.receive(TargetChanged(target: diary.target(2_000, from: march(1))), of: user)
                let measured = DayMeasured(date: march(10), weightKg: 61, exerciseKcal: nil)
                try await diary.receive(measured, of: user)
                try await diary.add(quick("Eaten by \(user)", kcal: 70), key: "key", as: user)
                let removed = try await diary.add(quick("Not eaten by \(user)", kcal: 1), as: user)
                _ = try await diary.service.remove(DiaryEntriesRemove(id: removed.id), diary.context(user))
                let note = DiaryNoteSet(date: .date(march(10)), text: "Written by \(user)")
                _ = try await diary.service.setNote(note, diary.context(user))
                let item = DiaryCartItemsSet(foodId: food.id, grams: 30)
                _ = try await diary.service.setCartItem(item, diary.context(user))
                var cart = DiaryCartUpdate()
                cart.additionalName = .set("Gathered by \(user)")
                _ = try await diary.service.updateCart(cart, diary.context(user))
                let file = "date,name,kcal\n2026-03-01,Brought by \(user),1\n"
                _ = try await diary.preview(file, .table, as: user)
            }
            let event = try diary.fact(AccountErased())
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [event], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            #expect(try !diary.directory.filesContain(diary.user.description))
            let day = try await diary.day(as: stays)
            #expect((day.totals.kcal, day.target?.dailyKcal) == (70, 2_000))
            #expect(day.note == "Written by \(stays)")
            #expect(try await diary.service.cart(DiaryCartGet(), diary.context(stays)).items.count == 1)
            #expect(try diary.directory.filesContain("Eaten by \(stays)"))
            #expect(try await diary.store.people(after: nil, limit: 10, of: DiarySchema.erasure) == [stays])

            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1)) }
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func `entries of a shared food survive the erasure of its owner and do not name the owner`()
        async throws
    {
        try await DiaryFixture.use { diary in
            let (food, other) = (bread(), UserID.make())
            diary.catalog.put(food, of: diary.user, isShared: true)
            for user in [diary.user, other] { try await diary.add(EntryAmount(foodId: food.id, grams: 100), as: user) }
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [try diary.fact(AccountErased())], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            #expect(try await diary.store.cleanUp())
            #expect(try await diary.store.rebuild())
            diary.catalog.fail(ServiceError(.unavailable, "Away."))
            let entry = try #require(try await diary.day(as: other).meals[1].entries.first)
            #expect((entry.name, entry.nutrients.kcal) == (food.name, 259))
            // Its portions come from the copy for all users.
            var change = DiaryEntriesUpdate(id: entry.id)
            change.portion = "slice"
            #expect(try await diary.service.update(change, diary.context(other)).value.grams == 33)
            #expect(try !diary.directory.filesContain(diary.user.description))
        }
    }

    @Test func `pages of an import are deleted before the transaction of the erasure`() async throws {
        try await DiaryFixture.use { diary in
            _ = try await diary.preview("date,name,kcal\n2026-03-01,A,1\n", .table, pageBytes: 1)
            _ = try await diary.store.write { transaction in
                try transaction.execute(
                    """
                    CREATE TRIGGER early BEFORE DELETE ON diary_import
                    WHEN EXISTS (SELECT 1 FROM diary_import_page WHERE user_id = OLD.user_id)
                    BEGIN SELECT RAISE(ABORT, 'pages are left'); END
                    """
                )
            }
            let page = Snapshot.Reply(epoch: "auth", sequence: 1, events: [try diary.fact(AccountErased())], next: nil)
            try await diary.store.apply(page, after: nil, DiarySchema.erasure)
            let left = try await diary.store.read { try $0.row("SELECT 1 FROM diary_import_page") != nil }
            #expect(!left)
        }
    }
}
