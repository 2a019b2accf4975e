import Calendar
import Contracts
import Diary
import Foundation
import JSONCoding
import SeededRandom
import Storage
import Testing

/// Changes that a device fetches after it was offline.
@Suite(.timeLimit(.minutes(5)))
struct ChangesTests {
    /// The state of a device that fetches changes.
    private struct Device {
        var entries: [EntryID: DiaryEntry] = [:]
        var days: [PlainDate: DayExtras] = [:]
        var cart = 0
        var cursor: String?
        var resets = 0

        /// Applies one page.
        mutating func apply(_ reply: DiaryChanges.Reply) {
            if reply.reset { self = Device(resets: resets + 1) }
            for entry in reply.items { entries[entry.id] = entry }
            for id in reply.deleted { entries[id] = nil }
            for day in reply.days { days[day.date] = day }
            cart = reply.cart ?? cart
            cursor = reply.cursor
        }

        /// Fetches pages until none is left.
        mutating func catchUp(_ diary: DiaryFixture, limit: Int? = nil) async throws {
            while true {
                let request = DiaryChanges(since: cursor, limit: limit)
                let reply = try await diary.service.changes(request, diary.context())
                apply(reply)
                let count = reply.items.count + reply.deleted.count + reply.days.count + (reply.cart == nil ? 0 : 1)
                #expect(count <= limit ?? DiaryChanges.limitDefault)
                if !reply.isMore { return }
            }
        }
    }

    /// Makes one random change on days 1 to 5.
    private func changeAnything(_ diary: DiaryFixture, _ numbers: inout SeededGenerator, _ ids: inout [EntryID])
        async throws
    {
        let date = march(Int.random(in: 1...5, using: &numbers))
        let meal = Meal.allCases.randomElement(using: &numbers) ?? .lunch
        let kcal = Double(Int.random(in: 1...900, using: &numbers))
        let id = ids.randomElement(using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0..<4:
            let put = DiaryEntriesPut(id: .make(), date: .date(date), meal: meal, amount: quick(kcal: kcal))
            ids.append(try await diary.service.put(put, diary.context()).value.id)
        case 4..<6:
            guard let id else { return }
            var update = DiaryEntriesUpdate(id: id, meal: meal)
            (update.date, update.position) = (.date(date), Int.random(in: 0...4, using: &numbers))
            _ = try await diary.service.update(update, diary.context())
        case 6..<8:
            guard let id else { return }
            _ = try await diary.service.remove(DiaryEntriesRemove(id: id), diary.context())
            ids.removeAll { $0 == id }
            guard Bool.random(using: &numbers) else { return }
            var again = DiaryEntriesPut(id: id, date: .date(date), meal: meal, amount: quick(kcal: kcal))
            again.overwrites = true
            ids.append(try await diary.service.put(again, diary.context()).value.id)
        case 8:
            let water = DiaryWaterSet(date: .date(date), ml: Int(kcal))
            _ = try await diary.service.setWater(water, diary.context())
        case 9:
            let note = DiaryNoteSet(date: .date(date), text: "Note \(kcal)")
            _ = try await diary.service.setNote(note, diary.context())
        case 10:
            var cart = DiaryCartUpdate()
            cart.additionalKcal = .set(kcal)
            _ = try await diary.service.updateCart(cart, diary.context())
        default:
            let copy = DiaryDaysCopy(date: .date(date), from: .date(march(6)))
            ids += try await diary.service.copy(copy, diary.context()).meals.flatMap(\.entries).map(\.id)
            ids = Array(Set(ids)).sorted()
        }
    }

    /// Expects that a device has exactly the entries and extras of the days.
    private func expect(_ device: Device, equals diary: DiaryFixture) async throws {
        var entries: [EntryID: DiaryEntry] = [:]
        for number in 1...6 {
            let day = try await diary.day(march(number))
            for entry in day.meals.flatMap(\.entries) { entries[entry.id] = entry }
            let extras = device.days[march(number)]
            #expect((day.waterMl, day.note) == (extras?.waterMl ?? 0, extras?.note ?? ""))
        }
        #expect(device.entries == entries)
        let cart = try await diary.service.cart(DiaryCartGet(), diary.context())
        #expect(device.cart == cart.version)
    }

    @Test(arguments: [1, 2, 3, 4])
    func `a device that reads changes has the same diary, at any pace`(seed: Int) async throws {
        try await DiaryFixture.use { diary in
            var numbers = SeededGenerator(seed: seed)
            try await diary.add(quick("To be copied", kcal: 5), on: march(6))
            try await diary.add(quick("Of another", kcal: 5), as: .make())
            var ids: [EntryID] = []
            var (often, seldom) = (Device(), Device())
            for step in 0..<150 {
                try await changeAnything(diary, &numbers, &ids)
                if step % 7 == 0 {
                    try await often.catchUp(diary, limit: 3)
                    try await expect(often, equals: diary)
                }
                // One page at a time, with changes before and after it.
                let page = DiaryChanges(since: seldom.cursor, limit: 1)
                if step % 2 == 0 { seldom.apply(try await diary.service.changes(page, diary.context())) }
            }
            var new = Device()
            try await new.catchUp(diary)
            try await often.catchUp(diary)
            try await seldom.catchUp(diary, limit: 1)
            for device in [new, often, seldom] {
                try await expect(device, equals: diary)
                #expect(device.resets == 0)
            }
            #expect(!ids.isEmpty)
        }
    }

    @Test func `an invalid cursor, or one of another epoch, restarts from the beginning`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 1))
            var device = Device()
            try await device.catchUp(diary)
            let good = try #require(device.cursor)
            for bad in ["", "nonsense", "00000000-1", good + "0", good + "-", "\(good.prefix(9))-5", good + "-1-1"] {
                let reply = try await diary.service.changes(DiaryChanges(since: bad), diary.context())
                #expect((reply.reset, reply.items.count) == (true, 1), "\(bad)")
            }
            let fine = try await diary.service.changes(DiaryChanges(since: good), diary.context())
            #expect((fine.reset, fine.items.count, fine.cursor) == (false, 0, good))
        }
    }

    @Test func `a cursor older than deleted removal records restarts, and a read from the beginning continues`()
        async throws
    {
        try await DiaryFixture.use { diary in
            var device = Device()
            let gone = try await diary.add(quick("Gone", kcal: 1))
            try await diary.add(quick("First", kcal: 1))
            try await device.catchUp(diary)
            _ = try await diary.service.remove(DiaryEntriesRemove(id: gone.id), diary.context())
            try await diary.add(quick("Second", kcal: 1))
            var (new, current) = (Device(), device)
            try await current.catchUp(diary)
            // Nothing is deleted too early.
            let kept = Double(DiaryChanges.removalsKeptDays) * 86_400
            try await diary.store.deleteOldRemovals(now: DiaryFixture.noon.addingTimeInterval(kept))
            var early = device
            try await early.catchUp(diary)
            #expect((early.resets, early.entries.count) == (0, 2))
            try await diary.store.deleteOldRemovals(now: DiaryFixture.noon.addingTimeInterval(kept + 1))
            try await device.catchUp(diary, limit: 1)
            #expect((device.resets, device.entries.values.map(\.name).sorted()) == (1, ["First", "Second"]))
            try await current.catchUp(diary)
            try await new.catchUp(diary, limit: 1)
            #expect((current.resets, new.resets, new.entries.count) == (0, 0, 2))
            #expect(try await !diary.store.read { try $0.wasAnythingRemoved() })
        }
    }

    @Test func `old removal records are deleted, and the highest number per user is stored`() async throws {
        try await DiaryFixture.use { diary in
            let users = [UserID.make(), UserID.make()]
            try await diary.store.write { transaction in
                for number in 1...1_100 {
                    let user = users[number % 2]
                    try transaction.execute(
                        "INSERT INTO deleted_entry (user_id, id, version, changed, at) VALUES (?, ?, 1, ?, ?)",
                        [user.description, EntryID.make().description, number, number]
                    )
                }
                for user in users {
                    try transaction.execute(
                        "INSERT INTO change_counter (user_id, change) VALUES (?, 1100)",
                        [user.description]
                    )
                }
            }
            try await diary.store.deleteOldRemovals(now: DiaryFixture.noon)
            let forgotten: [Int] = try await diary.store.read { reader in
                try users.map {
                    try reader.scalar("SELECT forgotten FROM change_counter WHERE user_id = ?", [$0.description]) ?? 0
                }
            }
            #expect(forgotten == [1_100, 1_099])
            #expect(try await !diary.store.read { try $0.wasAnythingRemoved() })
        }
    }

    @Test func `a page of long notes fits into a message`() async throws {
        try await DiaryFixture.use { diary in
            let text = String(repeating: "🥐", count: 2_000)
            for number in 1...100 {
                let note = DiaryNoteSet(date: .date(march(number)), text: text)
                _ = try await diary.service.setNote(note, diary.context())
            }
            let request = DiaryChanges(limit: DiaryChanges.limits.upperBound)
            let reply = try await diary.service.changes(request, diary.context())
            #expect(reply.isMore)
            #expect(try PayloadCoder.encode(reply).count <= DiaryChanges.pageBytesMax + 10_000)
            var device = Device()
            try await device.catchUp(diary, limit: DiaryChanges.limits.upperBound)
            #expect(device.days.count == 100)
        }
    }

    @Test func `limits outside their range are refused`() async throws {
        try await DiaryFixture.use { diary in
            for limit in [0, 501] {
                let request = DiaryChanges(limit: limit)
                let error = await #expect(throws: ServiceError.self) {
                    try await diary.service.changes(request.checked(), diary.context())
                }
                #expect(error?.details.map(\.field) == ["limit"])
            }
        }
    }
}

extension SQLReader {
    fileprivate func wasAnythingRemoved() throws -> Bool { try row("SELECT 1 FROM deleted_entry LIMIT 1") != nil }
}
