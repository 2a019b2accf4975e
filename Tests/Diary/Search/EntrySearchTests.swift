import Calendar
import Contracts
import Diary
import Storage
import Testing

/// Searches of entries by name.
@Suite(.timeLimit(.minutes(5)))
struct EntrySearchTests {
    private func search(
        _ diary: DiaryFixture,
        _ text: String,
        limit: Int? = nil,
        cursor: String? = nil,
        as user: UserID? = nil
    ) async throws -> DiaryEntriesSearch.Reply {
        let request = DiaryEntriesSearch(q: text, limit: limit, cursor: cursor)
        return try await diary.service.searchEntries(request.checked(), diary.context(user))
    }

    @Test(arguments: [
        ("cafe", "Iced Café", true), ("CAFÉ au", "café au lait", true), ("lait cafe", "Café au lait", true),
        ("борщ", "Український БОРЩ", true), ("курячий", "Курячий бульйон", true), ("бульон", "Бульйон", false),
        ("їжа", "Їжа з дому", true), ("іжа", "Їжа", true), ("грунт", "Ґрунт", true), ("пюре", "Пюре", true),
        ("мяса", "Шматок м’яса", true), ("ข้าว", "ข้าวผัดกุ้ง", true), ("ผัด ขาว", "ข้าวผัดกุ้ง", true),
        ("ปลา", "ข้าวผัดกุ้ง", false),
        ("kelloggs", "Kellogg's", true), ("strasse", "Straße", true), ("soup", "Sop", false), ("½", "½ cup", true),
    ])
    func `words match whatever their case and accents`(text: String, name: String, isMatch: Bool) {
        #expect(NameQuery(text).matches(name) == isMatch)
    }

    @Test func `entries are found newest day first, page by page`() async throws {
        try await DiaryFixture.use { diary in
            for day in 1...5 { try await diary.add(quick("Soup \(day)", kcal: 1), on: march(day)) }
            try await diary.add(quick("Bread", kcal: 1), on: march(3))
            try await diary.add(quick("Soup", kcal: 1), as: .make())
            let first = try await search(diary, "soup", limit: 2)
            #expect(first.items.map(\.name) == ["Soup 5", "Soup 4"])
            let second = try await search(diary, "soup", limit: 2, cursor: first.nextCursor)
            #expect(second.items.map(\.name) == ["Soup 3", "Soup 2"])
            let last = try await search(diary, "soup", limit: 2, cursor: second.nextCursor)
            #expect(last.items.map(\.name) == ["Soup 1"])
            #expect(last.nextCursor == nil)
            #expect(try await search(diary, "cake").items.isEmpty)
        }
    }

    @Test func `changed and removed entries are found by their current names`() async throws {
        try await DiaryFixture.use { diary in
            let soup = try await diary.add(quick("Soup", kcal: 1))
            var change = DiaryEntriesUpdate(id: soup.id)
            change.name = "Stew"
            let stew = try await diary.service.update(change, diary.context()).value
            #expect(try await search(diary, "soup").items.isEmpty)
            #expect(try await search(diary, "stew").items == [stew])
            _ = try await diary.service.remove(DiaryEntriesRemove(id: soup.id), diary.context())
            #expect(try await search(diary, "stew").items.isEmpty)
        }
    }

    @Test func `a request looks at a bounded number of entries`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick("Needle", kcal: 1), on: march(1))
            let perDay = 500
            for back in 0...(DiaryEntriesSearch.scannedMax / perDay) {
                let date = march(1).advanced(by: back + 1).description
                try await diary.store.write { transaction in
                    for _ in 0..<perDay {
                        try transaction.execute(
                            """
                            INSERT INTO entry (user_id, id, date, meal, position, at, name, kcal, version)
                            VALUES (?, ?, ?, 'lunch', 0, '2026-03-10T12:00:00.000Z', 'Hay', 1, 1)
                            """,
                            [diary.user.description, EntryID.make().description, date]
                        )
                    }
                }
            }
            var (reply, requests) = (try await search(diary, "needle"), 1)
            while reply.items.isEmpty, let cursor = reply.nextCursor {
                (reply, requests) = (try await search(diary, "needle", cursor: cursor), requests + 1)
            }
            #expect(reply.items.map(\.name) == ["Needle"])
            #expect(requests == 2)
        }
    }

    @Test func `texts without a visible character, long ones and foreign cursors are refused`() async throws {
        try await DiaryFixture.use { diary in
            for text in ["", "  ", String(repeating: "a", count: 201)] {
                let error = await #expect(throws: ServiceError.self) { try await search(diary, text) }
                #expect(error?.details.first?.field == "q")
            }
            let error = await #expect(throws: ServiceError.self) { try await search(diary, "a", cursor: "1") }
            #expect(error?.details.map(\.field) == ["cursor"])
            let far = "9999999999-\(EntryID.make())"
            let beyond = try await search(diary, "a", cursor: far)
            #expect(beyond.items.isEmpty)
        }
    }
}
