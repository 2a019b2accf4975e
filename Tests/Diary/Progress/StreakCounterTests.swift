import Calendar
import Contracts
import Diary
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreakCounterTests {
    private func streaks(_ kcal: [Int: Double], endingOn last: Int, target: Int? = 2_000) -> Progress.Streaks {
        var counter = StreakCounter(endingOn: march(last))
        for (day, kcal) in kcal.sorted(by: { $0.key > $1.key }) {
            guard counter.add(march(day), kcal: kcal, targetKcal: { _ in target }) else { break }
        }
        return counter.streaks
    }

    /// Counts the length of a streak day by day.
    private func run(endingOn last: Int, _ counts: (Int) -> Bool) -> Int {
        var day = counts(last) ? last : last - 1
        var length = 0
        while counts(day) {
            length += 1
            day -= 1
        }
        return length
    }

    @Test func `a streak ends on the last day or the day before`() {
        #expect(streaks([8: 1, 9: 1, 10: 1], endingOn: 10).logged == 3)
        #expect(streaks([8: 1, 9: 1], endingOn: 10).logged == 2)
        #expect(streaks([8: 1], endingOn: 10).logged == 0)
        #expect(streaks([7: 1, 9: 1, 10: 1], endingOn: 10).logged == 2)
        #expect(streaks([:], endingOn: 10).logged == 0)
    }

    @Test func `a day is on target within 10 %, bounds included`() {
        #expect(streaks([10: 1_800], endingOn: 10).onTarget == 1)
        #expect(streaks([10: 2_200], endingOn: 10).onTarget == 1)
        #expect(streaks([10: 1_799.99], endingOn: 10).onTarget == 0)
        #expect(streaks([10: 2_200.01], endingOn: 10).onTarget == 0)
        #expect(streaks([8: 2_000, 9: 1_900, 10: 500], endingOn: 10) == Progress.Streaks(logged: 3, onTarget: 2))
        #expect(streaks([9: 2_000, 10: 2_000], endingOn: 10, target: nil) == Progress.Streaks(logged: 2, onTarget: 0))
    }

    @Test(arguments: 1...200)
    func `streaks equal a day-by-day count`(seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        var kcal: [Int: Double] = [:]
        for day in 1...20 where Int.random(in: 0..<8, using: &numbers) > 0 {
            kcal[day] = Int.random(in: 0..<6, using: &numbers) > 0 ? 2_000 : 900
        }
        let expected = Progress.Streaks(
            logged: run(endingOn: 20) { kcal[$0] != nil },
            onTarget: run(endingOn: 20) { kcal[$0] == 2_000 }
        )
        #expect(streaks(kcal, endingOn: 20) == expected)
    }

    @Test func `no day is read after both streaks have ended, and no target after the target streak has`() {
        var counter = StreakCounter(endingOn: march(10))
        var asked: [PlainDate] = []
        func add(_ day: Int, _ kcal: Double) -> Bool {
            counter.add(march(day), kcal: kcal) { date in
                asked.append(date)
                return 2_000
            }
        }
        #expect(add(10, 2_000))
        #expect(add(9, 100))
        #expect(add(8, 2_000))
        #expect(!add(6, 2_000))
        #expect(asked == [march(10), march(9)])
        #expect(counter.streaks == Progress.Streaks(logged: 3, onTarget: 1))
    }
}
