import Contracts
import Diary
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(5))) struct WeightTrendTests {
    private func days(_ first: Int, _ last: Int) -> [DaySpan] {
        (first...last).map { DaySpan(from: march($0), to: march($0)) }
    }

    private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.000_001 }

    @Test func `the trend moves by a tenth of the distance to each weight`() {
        let trend = WeightTrend([
            MeasuredWeight(date: march(1), kg: 80), MeasuredWeight(date: march(2), kg: 81),
            MeasuredWeight(date: march(3), kg: 79),
        ]).atWeights
        #expect(isNear(trend[0].kg, 80))
        #expect(isNear(trend[1].kg, 80.1))
        #expect(isNear(trend[2].kg, 79.99))
    }

    @Test func `a weight after a gap moves the trend as daily weights would`() {
        let gap = WeightTrend([MeasuredWeight(date: march(1), kg: 80), MeasuredWeight(date: march(11), kg: 70)])
        let daily = WeightTrend(
            [MeasuredWeight(date: march(1), kg: 80)] + (2...11).map { MeasuredWeight(date: march($0), kg: 70) }
        )
        #expect(isNear(gap.atWeights[1].kg, daily.atWeights[10].kg))
        #expect(isNear(gap.atWeights[1].kg, 70 + 10 * 0.348_678_440_1))
    }

    @Test func `points range from the first to the last weight and include days without one`() {
        let trend = WeightTrend([MeasuredWeight(date: march(2), kg: 80), MeasuredWeight(date: march(4), kg: 81)])
        #expect(
            trend.points(at: days(1, 6)) == [
                Progress.WeightPoint(date: march(2), weightKg: 80, trendKg: 80),
                Progress.WeightPoint(date: march(3), weightKg: nil, trendKg: 80),
                Progress.WeightPoint(date: march(4), weightKg: 81, trendKg: 80.19),
            ]
        )
        #expect(WeightTrend([]).points(at: days(1, 6)).isEmpty)
    }

    @Test func `a week has its newest weight and the trend at its end`() {
        let trend = WeightTrend([
            MeasuredWeight(date: march(2), kg: 80), MeasuredWeight(date: march(3), kg: 90),
            MeasuredWeight(date: march(9), kg: 81),
        ])
        let weeks = [DaySpan(from: march(2), to: march(8)), DaySpan(from: march(9), to: march(15))]
        let points = trend.points(at: weeks)
        #expect(points.map(\.date) == [march(8), march(15)])
        #expect(points.map(\.weightKg) == [90, 81])
        #expect(points[0].trendKg == 81)
    }

    @Test func `with the run-up the trend does not depend on older weights`() throws {
        var numbers = SeededGenerator(seed: 7)
        let weights = (0..<400).map { day in
            MeasuredWeight(date: march(day), kg: 80 + Double.random(in: -3...3, using: &numbers))
        }
        let all = try #require(WeightTrend(weights).points(at: [DaySpan(from: march(399), to: march(399))]).last)
        let late = weights.filter { $0.date >= march(399 - WeightTrend.runUpDays) }
        let short = try #require(WeightTrend(late).points(at: [DaySpan(from: march(399), to: march(399))]).last)
        #expect(abs(all.trendKg - short.trendKg) <= 0.01)
    }
}
