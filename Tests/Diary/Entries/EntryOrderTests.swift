import Calendar
import Contracts
import Diary
import Testing

/// The order of entries within a meal.
@Suite(.timeLimit(.minutes(5)))
struct EntryOrderTests {
    private func lunch(_ diary: DiaryFixture) async throws -> [DiaryEntry] { try await diary.day().meals[1].entries }

    private func names(_ diary: DiaryFixture) async throws -> String {
        try await lunch(diary).map(\.name).joined()
    }

    /// Runs the body with a lunch of A, B, C and D.
    private func withLunch(_ body: (DiaryFixture, [EntryID]) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            var ids: [EntryID] = []
            for name in ["A", "B", "C", "D"] { ids.append(try await diary.add(quick(name, kcal: 1)).id) }
            try await body(diary, ids)
        }
    }

    private func move(_ diary: DiaryFixture, _ id: EntryID, to position: Int, meal: Meal? = nil) async throws {
        var request = DiaryEntriesUpdate(id: id, meal: meal)
        request.position = position
        let moved = try await diary.service.update(request, diary.context()).value
        let day = try await diary.day()
        #expect(day.meals.flatMap(\.entries).contains(moved))
    }

    @Test(arguments: [(3, 0, "DABC"), (0, 3, "BCDA"), (1, 2, "ACBD"), (2, 2, "ABCD"), (0, 99, "BCDA"), (3, 1, "ADBC")])
    func `an entry is moved to a position, and the others are renumbered`(from: Int, to: Int, order: String)
        async throws
    {
        try await withLunch { diary, ids in
            try await move(diary, ids[from], to: to)
            #expect(try await names(diary) == order)
            #expect(try await lunch(diary).map(\.position) == [0, 1, 2, 3])
            #expect(try await lunch(diary).map(\.version).sorted() == [1, 1, 1, 2])
        }
    }

    @Test func `the order has no gaps after a removal and a move from another meal`() async throws {
        try await withLunch { diary, ids in
            _ = try await diary.service.remove(DiaryEntriesRemove(id: ids[1]), diary.context())
            let supper = try await diary.add(quick("E", kcal: 1), meal: .dinner)
            try await move(diary, supper.id, to: 1, meal: .lunch)
            #expect(try await names(diary) == "AECD")
            #expect(try await lunch(diary).map(\.position) == [0, 1, 2, 3])
        }
    }

    @Test func `changes contain each entry with a new position`() async throws {
        try await withLunch { diary, ids in
            let before = try await diary.service.changes(DiaryChanges(), diary.context())
            try await move(diary, ids[2], to: 1)
            let since = DiaryChanges(since: before.cursor)
            let changed = try await diary.service.changes(since, diary.context()).items
            #expect(Set(changed.map(\.name)) == ["B", "C"])
            #expect(Dictionary(uniqueKeysWithValues: changed.map { ($0.name, $0.position) }) == ["B": 2, "C": 1])
        }
    }

    @Test func `a put entry can be inserted in the middle`() async throws {
        try await withLunch { diary, _ in
            let put = DiaryEntriesPut(
                id: .make(),
                date: .date(DiaryFixture.today),
                meal: .lunch,
                position: 2,
                amount: quick("X", kcal: 1)
            )
            let made = try await diary.service.put(put, diary.context()).value
            #expect(made.position == 2)
            #expect(try await names(diary) == "ABXCD")
        }
    }

    @Test func `a negative position is refused`() async throws {
        try await withLunch { diary, ids in
            var request = DiaryEntriesUpdate(id: ids[0])
            request.position = -1
            let error = await #expect(throws: ServiceError.self) {
                try await diary.service.update(request.checked(), diary.context())
            }
            #expect(error?.details.map(\.field) == ["position"])
        }
    }
}
