import Calendar
import Contracts
import Diary
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TravelTests {
    private func today(_ diary: DiaryFixture) async throws -> DiaryDay {
        try await diary.service.day(DiaryDayGet(date: .today), diary.context())
    }

    private func log(_ kcal: Double, _ diary: DiaryFixture) async throws -> DiaryEntry {
        let request = DiaryEntriesAdd(date: .today, meal: .dinner, amount: quick(kcal: kcal))
        return try await diary.service.add(request, diary.context()).value
    }

    @Test func `after a move west a date repeats, and entries keep their dates`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "Europe/Kyiv")
            try diary.clock.set("2026-03-10T23:00:00Z")
            let entry = try await log(400, diary)
            #expect(entry.date == march(11))
            try await diary.setPerson(zone: "America/Los_Angeles")
            #expect(try await today(diary).date == march(10))
            #expect(try await today(diary).totals.kcal == 0)
            // The entry is in the future now and appears when its date comes.
            #expect(try await diary.day(march(11)).totals.kcal == 400)
            #expect(try await log(250, diary).date == march(10))
            try diary.clock.set("2026-03-11T20:00:00Z")
            #expect(try await today(diary).totals.kcal == 400)
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.items.suffix(2).map(\.kcal) == [250, 400])
            #expect(progress.streaks.logged == 2)
        }
    }

    @Test func `after a move east a shortened day does not break a streak`()
        async throws
    {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "America/Los_Angeles")
            try diary.clock.set("2026-03-10T18:00:00Z")
            #expect(try await log(100, diary).date == march(10))
            try await diary.setPerson(zone: "Asia/Bangkok")
            try diary.clock.set("2026-03-11T10:00:00Z")
            #expect(try await log(200, diary).date == march(11))
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.streaks.logged == 2)
            #expect(progress.items.map(\.loggedDays) == [0, 0, 0, 0, 0, 1, 1])
        }
    }
}
