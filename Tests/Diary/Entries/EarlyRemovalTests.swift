import Calendar
import Contracts
import Diary
import Foundation
import Testing

/// Removals of entries that arrive before the creation, or twice.
@Suite(.timeLimit(.minutes(5)))
struct EarlyRemovalTests {
    private func remove(_ diary: DiaryFixture, _ id: EntryID, _ ifAbsent: IfAbsent? = .remember) async throws {
        let request = DiaryEntriesRemove(id: id, ifAbsent: ifAbsent)
        _ = try await diary.service.remove(request.checked(), diary.context())
    }

    private func put(_ diary: DiaryFixture, _ id: EntryID, overwrites: Bool? = nil) async throws -> DiaryEntry {
        let request = DiaryEntriesPut(
            id: id,
            overwrites: overwrites,
            date: .date(DiaryFixture.today),
            meal: .lunch,
            amount: quick(kcal: 100)
        )
        return try await diary.service.put(request.checked(), diary.context()).value
    }

    @Test func `a creation after its removal is refused until it overwrites`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            try await remove(diary, id)
            try await remove(diary, id)
            let refused = await #expect(throws: ServiceError.self) { try await put(diary, id) }
            #expect(refused?.code == .versionMismatch)
            #expect(refused?.current?.text == "null")
            let added = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1), id: id) }
            #expect(added?.code == .conflict)
            #expect(added?.current?.text == "null")
            let changes = try await diary.service.changes(DiaryChanges(since: nil), diary.context())
            #expect(changes.items.isEmpty)
            #expect(try await diary.day().totals.kcal == 0)
            #expect(try await diary.published().isEmpty)
            #expect(try await put(diary, id, overwrites: true).version == 1)
        }
    }

    @Test func `a repeated removal of a removed entry succeeds and keeps its version`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await put(diary, .make())
            try await remove(diary, entry.id)
            try await remove(diary, entry.id)
            #expect(try await put(diary, entry.id, overwrites: true).version == 2)
        }
    }

    @Test func `a removal that does not ask for it fails without an entry`() async throws {
        try await DiaryFixture.use { diary in
            let id = EntryID.make()
            for choice in [nil, IfAbsent.fail] {
                let error = await #expect(throws: ServiceError.self) { try await remove(diary, id, choice) }
                #expect(error?.code == .notFound)
            }
            let made = try await put(diary, id)
            #expect(made.version == 1)
        }
    }

    @Test func `a removal does not concern an entry of another user with the same id`() async throws {
        try await DiaryFixture.use { diary in
            let (id, other) = (EntryID.make(), UserID.make())
            let theirs = try await diary.add(quick(kcal: 100), id: id, as: other)
            try await remove(diary, id)
            #expect(try await diary.day(as: other).meals[1].entries == [theirs])
        }
    }

    @Test func `a creation under an id in use is answered with the entry`() async throws {
        try await DiaryFixture.use { diary in
            let entry = try await diary.add(quick(kcal: 100))
            let error = await #expect(throws: ServiceError.self) { try await diary.add(quick(kcal: 1), id: entry.id) }
            #expect(error?.code == .conflict)
            #expect(try error?.current?.decode(DiaryEntry.self) == entry)
        }
    }
}
