import Calendar
import Contracts
import Diary
import Storage
import Testing

/// Answers with days of many entries, and the extras of days.
@Suite struct DayPageTests {
    @Test func `days that do not fit into one answer continue on the next page`() async throws {
        try await DiaryFixture.use { diary in
            let user = diary.user
            try await diary.store.write { transaction in
                for date in 1...5 {
                    for number in 0..<200 {
                        let name = "\(number)" + String(repeating: "\"", count: 400)
                        try ChangeLogTests.insert(name, on: march(date), of: user, transaction)
                    }
                }
            }
            var (days, pages): ([DiaryDay], [Int]) = ([], [])
            var from: PlainDate? = march(1)
            while let next = from, pages.count < 9 {
                let request = DiaryDays(from: .date(next), to: .date(march(5)))
                let reply = try await diary.service.days(request, diary.context())
                #expect(try PayloadCoder.encode(reply).count <= 2 * DiaryDays.pageBytesMax)
                (days, from) = (days + reply.items, reply.nextFrom)
                pages.append(reply.items.count)
            }
            #expect(pages == [2, 2, 1])
            #expect(days.map(\.date) == (1...5).map(march))
            for day in days {
                #expect(try await diary.day(day.date) == day)
                #expect(day.meals[1].entries.count == 200)
            }
        }
    }

    @Test func `the first day of an answer is complete, whatever its size`() async throws {
        try await DiaryFixture.use { diary in
            let user = diary.user
            try await diary.store.write { transaction in
                for _ in 0..<EntryLimits.entriesPerDayMax {
                    let name = String(repeating: "n", count: EntryLimits.nameBytesMax)
                    try ChangeLogTests.insert(name, on: march(1), of: user, transaction)
                }
            }
            let request = DiaryDays(from: .date(march(1)), to: .date(march(2)))
            let reply = try await diary.service.days(request, diary.context())
            #expect(reply.items == [try await diary.day(march(1))])
            #expect(reply.nextFrom == march(2))
        }
    }

    @Test func `each day has its own water and note`() async throws {
        try await DiaryFixture.use { diary in
            let user = diary.user
            try await diary.store.write { transaction in
                _ = try transaction.execute(
                    "INSERT INTO day_extra (user_id, date, water_ml, note, version, changed) VALUES (?, ?, 750, ?, 1, 1)",
                    [user.description, march(10).description, "Guests"]
                )
            }
            let request = DiaryDays(from: .date(march(9)), to: .date(march(10)))
            let days = try await diary.service.days(request, diary.context()).items
            #expect(days.map(\.waterMl) == [0, 750])
            #expect(days.map(\.note) == ["", "Guests"])
            #expect(days.map(\.exerciseKcal) == [nil, nil])
            #expect(try await diary.day() == days[1])
            #expect(try await diary.day(as: .make()).waterMl == 0)
        }
    }
}
