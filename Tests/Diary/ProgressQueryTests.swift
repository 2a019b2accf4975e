import Contracts
import Diary
import Testing

@Suite struct ProgressQueryTests {
    @Test func `without a span it is the last seven days, by day`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 1_500), on: march(3))
            try await diary.add(quick(kcal: 1_900), on: march(9))
            try await diary.add(quick(kcal: 900, proteinG: 20), on: march(10))
            try await diary.add(quick(kcal: 1_000), on: march(10))
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.items.map(\.from) == (4...10).map(march))
            #expect(progress.items.map(\.kcal) == [0, 0, 0, 0, 0, 1_900, 1_900])
            #expect(progress.items.last?.proteinG == 20)
            #expect(progress.averages == Progress.Averages(kcal: 1_900, targetKcal: 2_000))
            #expect(progress.streaks == Progress.Streaks(logged: 2, onTarget: 2))
        }
    }

    @Test func `weeks are the person's`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(weekStart: 7)
            try await diary.add(quick(kcal: 10), on: march(7))
            try await diary.add(quick(kcal: 20), on: march(8))
            let request = DiaryProgress(from: .date(march(6)), to: .today, by: .week)
            let items = try await diary.service.progress(request, diary.context()).items
            #expect(items.map(\.kcal) == [10, 20])
            #expect(items.map(\.from) == [march(6), march(8)])
        }
    }

    @Test(arguments: [61, 62, 63, 247, 249])
    func `a long run is followed beyond the span and beyond the first look`(length: Int) async throws {
        try await DiaryFixture.use { diary in
            for back in 0..<length { try await diary.add(quick(kcal: 1), on: DiaryFixture.today.advanced(by: -back)) }
            let today = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(today.streaks.logged == length)
            let tomorrow = DiaryProgress(to: .date(march(11)))
            #expect(try await diary.service.progress(tomorrow, diary.context()).streaks.logged == length)
            let later = DiaryProgress(to: .date(march(12)))
            #expect(try await diary.service.progress(later, diary.context()).streaks.logged == 0)
        }
    }

    @Test func `spans are bounded and in order`() async throws {
        try await DiaryFixture.use { diary in
            func fields(_ from: PlainDate?, _ to: PlainDate?) async throws -> [String] {
                let request = DiaryProgress(from: from.map { .date($0) }, to: to.map { .date($0) }, by: .month)
                do {
                    _ = try await diary.service.progress(request, diary.context())
                    return []
                } catch let error as ServiceError {
                    return error.details.map(\.field)
                }
            }
            let span = DiaryProgress.daysMax
            let ofTheLongest = try await fields(march(1), march(span))
            #expect(ofTheLongest == [])
            #expect(try await fields(march(1), march(span + 1)) == ["to"])
            #expect(try await fields(march(10 - span), nil) == ["from"])
            #expect(try await fields(march(11), nil) == ["from"])
            #expect(try await fields(march(11), march(10)) == ["to"])
        }
    }
}
