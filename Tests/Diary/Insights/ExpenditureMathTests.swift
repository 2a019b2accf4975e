import Calendar
import Contracts
import Diary
import Foundation
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(5))) struct ExpenditureMathTests {
    private static let window = ExpenditureMath.window(before: march(10))

    /// Simulates four weeks with a given expenditure and intake, with weights on some days.
    private func simulate(
        tdee: Double,
        intake: Double = 2_000,
        seed: Int,
        weighed: (Int) -> Bool = { _ in true }
    ) -> (kcal: [Double], weights: [MeasuredWeight]) {
        var numbers = SeededGenerator(seed: seed)
        var (kg, kcal, weights): (Double, [Double], [MeasuredWeight]) = (80, [], [])
        // Each simulated log has a systematic error.
        let loggingFactor = 1 + 0.04 * normal(&numbers)
        for (day, date) in (Self.window.from...Self.window.to).enumerated() {
            let eaten = max(600, intake + 250 * normal(&numbers))
            kcal.append(eaten * loggingFactor)
            if weighed(day) { weights.append(MeasuredWeight(date: date, kg: kg + 0.6 * normal(&numbers))) }
            kg += (eaten - tdee) / 7_700
        }
        return (kcal, weights)
    }

    /// Returns a normal deviate (Box and Muller 1958).
    private func normal(_ numbers: inout SeededGenerator) -> Double {
        let (first, second) = (
            Double.random(in: 0.000_001...1, using: &numbers), Double.random(in: 0...1, using: &numbers)
        )
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }

    private func estimate(
        _ kcal: [Double],
        _ weights: [MeasuredWeight],
        bmr: Double? = nil
    ) -> EstimatedExpenditure {
        ExpenditureMath.estimate(Self.window, kcal: kcal, weights: weights, bmr: bmr)
    }

    /// Returns weights on a straight line, one every `step` days.
    private func line(from kg: Double, perDay: Double, every step: Int = 1) -> [MeasuredWeight] {
        stride(from: 0, to: ExpenditureMath.windowDays, by: step).map { day in
            MeasuredWeight(date: Self.window.from.advanced(by: day), kg: kg + perDay * Double(day))
        }
    }

    @Test func `the window is the last four weeks before today`() {
        #expect(Self.window == DaySpan(from: march(-18), to: march(9)))
    }

    @Test func `the interval contains the true expenditure in at least 90 % of simulations`() throws {
        for weighed in [{ _ in true }, { $0 % 3 == 0 }, { $0 == 2 || $0 == 25 }] as [(Int) -> Bool] {
            for (tdee, intake) in [(2_300.0, 2_000.0), (2_000, 2_600), (1_700, 1_500)] {
                var hits = 0
                for seed in 1...100 {
                    let simulation = simulate(tdee: tdee, intake: intake, seed: seed, weighed: weighed)
                    let found = estimate(simulation.kcal, simulation.weights)
                    let (low, high) = (try #require(found.low), try #require(found.high))
                    if (low...high).contains(Int(tdee)) { hits += 1 }
                }
                #expect(hits >= 90, "\(tdee) \(intake)")
            }
        }
    }

    @Test func `the slope equals the solution of the normal equations`() throws {
        for seed in 1...20 {
            let simulation = simulate(tdee: 2_200, seed: seed) { $0 % 4 != 1 }
            // Σy = na + bΣx and Σxy = aΣx + bΣx², solved by Cramer's rule.
            let points = simulation.weights.map { (Double($0.date.distance(to: march(9))) * -1, $0.kg) }
            let (n, x, y) = (Double(points.count), points.reduce(0) { $0 + $1.0 }, points.reduce(0) { $0 + $1.1 })
            let (xx, xy) = (points.reduce(0) { $0 + $1.0 * $1.0 }, points.reduce(0) { $0 + $1.0 * $1.1 })
            let slope = (n * xy - x * y) / (n * xx - x * x)
            let expected = simulation.kcal.reduce(0, +) / Double(simulation.kcal.count) - 7_700 * slope
            let found = try #require(estimate(simulation.kcal, simulation.weights).kcal)
            #expect(abs(Double(found) - expected) <= 0.51)
        }
    }

    @Test func `with a steady weight the expenditure equals the intake, and few weights widen the interval`() throws {
        let daily = estimate(Array(repeating: 2_000, count: 28), line(from: 70, perDay: 0))
        #expect((daily.kcal, daily.days, daily.weights, daily.enough) == (2_000, 28, 28, true))
        #expect((daily.bounded, daily.reasons, daily.offer) == (false, [], nil))
        let (low, high) = (try #require(daily.low), try #require(daily.high))
        #expect((high - 2_000, 2_000 - low) == (315, 315))
        let two = [MeasuredWeight(date: march(-10), kg: 70), MeasuredWeight(date: march(0), kg: 70)]
        let rare = estimate(Array(repeating: 2_000, count: 28), two)
        #expect(try #require(rare.high) - 2_000 > 1_000)
        #expect(ExpenditureMath.canBeOffered(daily))
        #expect(!ExpenditureMath.canBeOffered(rare))
    }

    @Test func `a gain of weight gives less expenditure than intake, and a loss more`() {
        let gains = estimate(Array(repeating: 2_500, count: 20), line(from: 70, perDay: 0.05, every: 3))
        #expect(gains.kcal == 2_115)
        let loses = estimate(Array(repeating: 1_500, count: 20), line(from: 70, perDay: -0.1, every: 3))
        #expect(loses.kcal == 2_270)
    }

    @Test func `a day counts from 500 kcal`() {
        let kcal = Array(repeating: 2_000, count: 14).map(Double.init) + [499.99]
        #expect(estimate(kcal, line(from: 70, perDay: 0)).days == 14)
        #expect(estimate(kcal + [500], line(from: 70, perDay: 0)).days == 15)
        #expect(estimate(kcal + [500], line(from: 70, perDay: 0)).intakeKcal == 1_900)
    }

    @Test func `a low day counts if it is marked as complete`() {
        let (kcal, weights) = (Array(repeating: 2_000, count: 13).map(Double.init), line(from: 70, perDay: 0))
        func estimate(_ low: [Double], marked: [Double]) -> EstimatedExpenditure {
            ExpenditureMath.estimate(Self.window, kcal: kcal + low, markedKcal: marked, weights: weights, bmr: nil)
        }
        #expect(!estimate([300, 300], marked: []).enough)
        let found = estimate([300], marked: [300])
        // (13 · 2,000 + 300) / 14
        #expect((found.enough, found.days, found.kcal) == (true, 14, 1_879))
    }

    @Test func `too few days or weights too close give reasons and no estimate`() {
        let weights = line(from: 70, perDay: 0)
        let few = estimate(Array(repeating: 2_000, count: 13), weights)
        #expect((few.kcal, few.low, few.high, few.enough) == (nil, nil, nil, false))
        #expect(few.intakeKcal == nil)
        #expect(few.reasons == [.init(.tooFewDays, params: ["have": "13", "need": "14"])])
        #expect(estimate(Array(repeating: 2_000, count: 14), weights).enough)

        let close = estimate(Array(repeating: 2_000, count: 14), Array(weights.prefix(10)))
        #expect(close.reasons == [.init(.weightsTooClose, params: ["have": "9", "need": "10"])])
        #expect(estimate(Array(repeating: 2_000, count: 14), Array(weights.prefix(11))).enough)
        #expect(estimate(Array(repeating: 2_000, count: 14), []).intakeKcal == 2_000)
        #expect(estimate(Array(repeating: 20_001, count: 14), []).intakeKcal == nil)
        let none = estimate([], [])
        #expect(none.reasons.map(\.code) == [.tooFewDays, .noWeights])
        #expect(estimate(Array(repeating: 2_000, count: 14), [weights[0]]).reasons.map(\.code) == [.weightsTooClose])
    }

    @Test func `implausible estimates are clamped and not offered`() throws {
        let normal = Array(repeating: 2_000.0, count: 28)
        // Half of the weights in pounds.
        let pounds = line(from: 70, perDay: 0).map { weight in
            MeasuredWeight(date: weight.date, kg: weight.date < march(-4) ? weight.kg : weight.kg * 2.204_6)
        }
        let inPounds = estimate(normal, pounds)
        #expect((inPounds.kcal, inPounds.bounded) == (800, true))
        let feasts = estimate(Array(repeating: 20_000, count: 28), line(from: 70, perDay: 0))
        #expect((feasts.kcal, feasts.high, feasts.bounded) == (6_000, 6_000, true))
        let fallen = estimate(normal, line(from: 70, perDay: -0.3))
        #expect((fallen.kcal, fallen.bounded) == (3_925, true))
        let oneFeast = estimate(Array(repeating: 2_000, count: 27) + [20_000], line(from: 70, perDay: 0))
        for nonsense in [inPounds, feasts, fallen, oneFeast] { #expect(!ExpenditureMath.canBeOffered(nonsense)) }
    }

    @Test func `a known basal rate sets the limits`() {
        let idle = estimate(Array(repeating: 1_200, count: 28), line(from: 70, perDay: 0), bmr: 1_500)
        #expect((idle.kcal, idle.low, idle.bounded) == (1_500, 1_500, true))
        let busy = estimate(Array(repeating: 4_000, count: 28), line(from: 70, perDay: 0), bmr: 1_500)
        #expect((busy.kcal, busy.high, busy.bounded) == (3_900, 3_900, true))
        let between = estimate(Array(repeating: 2_400, count: 28), line(from: 70, perDay: 0), bmr: 1_500)
        #expect((between.kcal, between.bounded) == (2_400, false))
    }
}
