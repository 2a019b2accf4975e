import Calendar
import Contracts
import Diary
import Testing

/// Water and notes of days.
@Suite(.timeLimit(.minutes(5)))
struct DayExtrasTests {
    private func water(_ diary: DiaryFixture, _ ml: Int, ifVersion: Int? = nil) async throws -> DayExtras {
        let request = DiaryWaterSet(date: .date(march(10)), ifVersion: ifVersion, ml: ml)
        return try await diary.service.setWater(request.checked(), diary.context()).value
    }

    private func note(_ diary: DiaryFixture, _ text: String, ifVersion: Int? = nil) async throws -> DayExtras {
        let request = DiaryNoteSet(date: .today, ifVersion: ifVersion, text: text)
        return try await diary.service.setNote(request.checked(), diary.context()).value
    }

    @Test func `water and note of a day are stored, versioned, published and shown`() async throws {
        try await DiaryFixture.use { diary in
            #expect(try await water(diary, 750).version == 1)
            let extras = try await note(diary, "Long walk.\nTired.")
            #expect(extras == DayExtras(date: march(10), waterMl: 750, note: "Long walk.\nTired.", version: 2))
            let day = try await diary.day()
            #expect((day.waterMl, day.note) == (750, "Long walk.\nTired."))
            #expect(try await diary.day(march(11)).waterMl == 0)
            #expect(try await diary.day(as: .make()).note == "")
            // A day with water alone does not count as a logged day.
            #expect(try await diary.published().isEmpty)
            let published = try await diary.events(DiaryDataChanged.type).map {
                try $0.data.decode(DiaryDataChanged.self)
            }
            #expect(published == [1, 2].map { DiaryDataChanged(kind: .extras, date: march(10), version: $0) })
        }
    }

    @Test func `an equal value has no effect, and an empty note removes the note`() async throws {
        try await DiaryFixture.use { diary in
            let nothing = try await note(diary, "")
            #expect(nothing.version == 0)
            #expect(try await note(diary, "Tea").version == 1)
            #expect(try await note(diary, "Tea").version == 1)
            #expect(try await water(diary, 0).version == 1)
            #expect(try await note(diary, "") == DayExtras(date: march(10), waterMl: 0, note: "", version: 2))
            #expect(try await diary.events(DiaryDataChanged.type).count == 2)
        }
    }

    @Test func `a change with an outdated version is refused with the current extras`() async throws {
        try await DiaryFixture.use { diary in
            #expect(try await note(diary, "Phone", ifVersion: 0).version == 1)
            let error = await #expect(throws: ServiceError.self) { try await note(diary, "Tablet", ifVersion: 0) }
            #expect(error?.code == .versionMismatch)
            let current = try error?.current?.decode(DayExtras.self)
            #expect(current == DayExtras(date: march(10), waterMl: 0, note: "Phone", version: 1))
            #expect(try await note(diary, "Tablet", ifVersion: 1).version == 2)
        }
    }

    @Test func `too much water, long notes and control characters are refused`() async throws {
        try await DiaryFixture.use { diary in
            for ml in [-1, 20_001] {
                let error = await #expect(throws: ServiceError.self) { try await water(diary, ml) }
                #expect(error?.details.map(\.field) == ["ml"])
            }
            let texts = [String(repeating: "a", count: 2_001), String(repeating: "👩‍👩‍👧‍👦", count: 400), "\u{0}"]
            for text in texts {
                let error = await #expect(throws: ServiceError.self) { try await note(diary, text) }
                #expect(error?.details.map(\.field) == ["text"])
            }
            let most = try await water(diary, 20_000)
            #expect(most.waterMl == 20_000)
            #expect(try await note(diary, String(repeating: "ї", count: 2_000)).version == 2)
        }
    }
}
