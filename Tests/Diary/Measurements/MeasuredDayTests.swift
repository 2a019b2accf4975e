import Calendar
import Contracts
import Diary
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct MeasuredDayTests {
    @Test func `a day shows its exercise without counting it`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 500))
            let before = try await diary.day()
            #expect(before.exerciseKcal == nil)
            try await diary.receive(DayMeasured(date: march(10), weightKg: 61, exerciseKcal: 312.5))
            var after = try await diary.day()
            #expect(after.exerciseKcal == 312.5)
            after.exerciseKcal = nil
            #expect(after == before)
            #expect(try await diary.day(as: .make()).exerciseKcal == nil)
            try await diary.receive(DayMeasured(date: march(10), weightKg: nil, exerciseKcal: nil))
            #expect(try await diary.day().exerciseKcal == nil)
        }
    }

    @Test func `progress has the weight trend, including weights before the span`() async throws {
        try await DiaryFixture.use { diary in
            for (day, kg) in [(1, 80.0), (2, 81.0), (9, 79.0)] {
                try await diary.receive(DayMeasured(date: march(day), weightKg: kg, exerciseKcal: nil))
            }
            let request = DiaryProgress(from: .date(march(8)), to: .today)
            let trend = try await diary.service.progress(request, diary.context()).weightTrend
            // The trend is 80.1 on the 2nd. Seven days later it has moved towards 79 as by seven daily weights.
            #expect(
                trend == [
                    Progress.WeightPoint(date: march(8), weightKg: nil, trendKg: 80.1),
                    Progress.WeightPoint(date: march(9), weightKg: 79, trendKg: 79.53),
                ]
            )
            let early = DiaryProgress(from: .date(march(1)), to: .date(march(2)), by: .week)
            let points = try await diary.service.progress(early, diary.context()).weightTrend
            #expect(points.map(\.date) == [march(1), march(2)])
            #expect(points.map(\.trendKg) == [80, 80.1])
        }
    }

    @Test func `a measured day missing from the snapshot is removed`() async throws {
        try await DiaryFixture.use { diary in
            let stays = DayMeasured(date: march(9), weightKg: nil, exerciseKcal: 200)
            try await diary.receive(stays)
            try await diary.receive(DayMeasured(date: march(10), weightKg: nil, exerciseKcal: 300))
            let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: [try diary.fact(stays)], next: nil)
            try await diary.store.apply(page, after: nil, DiaryService.profileSubscriber)
            #expect(try await diary.day(march(9)).exerciseKcal == 200)
            #expect(try await diary.day(march(10)).exerciseKcal == nil)
        }
    }
}
