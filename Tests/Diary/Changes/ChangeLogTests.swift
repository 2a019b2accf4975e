import Calendar
import Contracts
import Diary
import Foundation
import Logging
import Storage
import TestSupport
import Testing

/// Change numbers, from which a device fetches what it missed.
@Suite struct ChangeLogTests {
    /// The numbers of entries and of removals.
    private struct Numbers: Equatable {
        var entries: [String: Int] = [:]
        var removed: [String: Int] = [:]
        var last = 0

        var all: [Int] { Array(entries.values) + Array(removed.values) }
    }

    private static func numbers(of user: UserID, in store: Store) async throws -> Numbers {
        try await store.read { reader in
            func numbers(_ table: String) throws -> [String: Int] {
                let rows = try reader.rows("SELECT id, changed FROM \(table) WHERE user_id = ?", [user.description])
                return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.value("id"), try $0.value("changed")) })
            }
            return Numbers(
                entries: try numbers("entry"),
                removed: try numbers("deleted_entry"),
                last: try reader.scalar("SELECT change FROM change_counter WHERE user_id = ?", [user.description]) ?? 0
            )
        }
    }

    private func remove(_ id: EntryID, _ diary: DiaryFixture) async throws {
        _ = try await diary.service.remove(DiaryEntriesRemove(id: id), diary.context())
    }

    @Test func `each change takes the next number of its user`() async throws {
        try await DiaryFixture.use { diary in
            let (first, second) = (try await diary.add(quick(kcal: 1)), try await diary.add(quick(kcal: 2)))
            try await diary.add(quick(kcal: 3), as: .make())
            let change = DiaryEntriesUpdate(id: first.id, meal: .dinner)
            _ = try await diary.service.update(change, diary.context())
            try await remove(second.id, diary)
            let numbers = try await Self.numbers(of: diary.user, in: diary.store)
            #expect(numbers.entries == [first.id.description: 3])
            #expect(numbers.removed == [second.id.description: 4])
            #expect(numbers.last == 4)
        }
    }

    @Test func `a refused or ineffective change takes no number`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 1), key: "key")
            let before = try await Self.numbers(of: diary.user, in: diary.store)
            _ = try await diary.service.update(DiaryEntriesUpdate(id: entry.id), diary.context())
            await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1), id: entry.id) }
            let late = DiaryEntriesUpdate(id: entry.id, ifVersion: 9, meal: .dinner)
            await #expect(throws: ServiceError.self) { try await diary.service.update(late, diary.context()) }
            try await diary.add(quick(kcal: 1), key: "key")
            #expect(try await Self.numbers(of: diary.user, in: diary.store) == before)
        }
    }

    @Test func `the record of a removal is kept until the entry exists again`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            func make() async throws {
                let day = DayReference.date(DiaryFixture.today)
                var request = DiaryEntriesPut(id: id, date: day, meal: .lunch, amount: quick(kcal: 1))
                request.overwrites = true
                _ = try await diary.service.put(request, diary.context())
            }
            for _ in 0..<2 {
                try await make()
                try await remove(id, diary)
            }
            var numbers = try await Self.numbers(of: diary.user, in: diary.store)
            #expect((numbers.entries, numbers.removed) == ([:], [id.description: 4]))
            let at: Int? = try await diary.store.read { try $0.scalar("SELECT at FROM deleted_entry") }
            #expect(at == Int(DiaryFixture.noon.timeIntervalSince1970))
            try await make()
            numbers = try await Self.numbers(of: diary.user, in: diary.store)
            #expect((numbers.entries, numbers.removed) == ([id.description: 5], [:]))
        }
    }

    @Test func `concurrent changes have different numbers`() async throws {
        try await DiaryFixture.use { diary in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    group.addTask {
                        let entry = try await diary.add(quick(kcal: Double(number)))
                        if number % 2 == 0 { try await remove(entry.id, diary) }
                    }
                }
                try await group.waitForAll()
            }
            let numbers = try await Self.numbers(of: diary.user, in: diary.store)
            #expect((numbers.entries.count, numbers.removed.count) == (20, 20))
            #expect(Set(numbers.all).count == 40)
            #expect((numbers.last, numbers.all.max()) == (60, 60))
        }
    }

    /// Inserts an entry of bare energy without derived rows.
    static func insert(_ name: String, on date: PlainDate, of user: UserID, _ transaction: SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO entry (user_id, id, date, meal, position, at, name, kcal, version)
            VALUES (?, ?, ?, 'lunch', 0, '2026-03-10T12:00:00.000Z', ?, 1, 1)
            """,
            [user.description, EntryID.make().description, date.description, name]
        )
    }
}
