import Contracts
import Diary
import Testing

@Suite(.timeLimit(.minutes(5))) struct AdviceMathTests {
    /// Returns a day that gives no advice.
    private func day(
        _ date: Int,
        kcal: Double = 2_000,
        proteinG: Double = 100,
        fiberG: Double = 30,
        saltG: Double = 4,
        unknown: Double = 0,
        isMarked: Bool = false
    ) -> AdviceMath.Day {
        var total = DayTotal(
            date: march(date),
            nutrients: Nutrients(kcal: kcal, proteinG: proteinG, fiberG: fiberG, saltG: saltG)
        )
        total.isMarked = isMarked
        return AdviceMath.Day(
            total,
            target: DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60, carbohydrateG: 200),
            kcalWithout: [.protein: unknown, .fiber: unknown, .salt: unknown]
        )
    }

    private func codes(
        _ days: [AdviceMath.Day],
        isToday: Bool = true,
        weights: [MeasuredWeight] = [],
        goal: Goal? = .lose,
        floorKcal: Double = 1_200
    ) -> [Advice.Code] {
        advice(days, isToday: isToday, weights: weights, goal: goal, floorKcal: floorKcal).map(\.code)
    }

    private func advice(
        _ days: [AdviceMath.Day],
        isToday: Bool = true,
        weights: [MeasuredWeight] = [],
        goal: Goal? = .lose,
        floorKcal: Double = 1_200
    ) -> [Advice] {
        AdviceMath.advice(
            AdviceMath.Input(
                date: march(10),
                isToday: isToday,
                days: days,
                weights: weights,
                goal: goal,
                floorKcal: floorKcal
            )
        )
    }

    @Test func `good days give no advice`() {
        #expect(codes((3...10).map { day($0) }).isEmpty)
        #expect(codes((3...10).map { day($0) }, isToday: false).isEmpty)
    }

    @Test func `a day marked as complete is in the means, however low, and even if it is today`() {
        let days = [day(7, kcal: 2_000), day(8, kcal: 2_000), day(9, kcal: 400)]
        #expect(codes(days + [day(10, kcal: 0)], floorKcal: 1_700).isEmpty)
        #expect(codes([days[0], days[1], day(9, kcal: 400, isMarked: true)], floorKcal: 1_700).contains(.underFloor))
        let today = [days[0], days[1], day(10, kcal: 400, isMarked: true)]
        #expect(codes(today, floorKcal: 1_700) == [.underFloor])
    }

    @Test func `a day without entries gives info, and the third one a hint`() {
        #expect(
            advice([day(8)]) == [Advice(.nothingLogged, .info, params: ["date": "2026-03-10", "days": "1"])]
        )
        #expect(
            advice([day(7)]) == [Advice(.nothingLogged, .hint, params: ["date": "2026-03-10", "days": "3"])]
        )
        #expect(advice([]).map(\.severity) == [.hint])
        #expect(codes([day(10)]).isEmpty)
    }

    @Test func `advice names the food with the most of the nutrient for its energy`() {
        func food(_ name: String, kcal: Double, proteinG: Double?, fiberG: Double?) -> AdviceMath.UsualFood {
            AdviceMath.UsualFood(
                id: .make(),
                name: name,
                grams: 350,
                nutrients: Nutrients(kcal: kcal, proteinG: proteinG, fiberG: fiberG)
            )
        }
        let soup = food("Lentil soup", kcal: 250, proteinG: 18.04, fiberG: 8)
        let days = (7...9).map { day($0, proteinG: 50, fiberG: 10) } + [day(10)]
        var input = AdviceMath.Input(date: march(10), isToday: true, days: days)
        input.foods = [
            food("Water", kcal: 0, proteinG: 0, fiberG: 0), food("Cake", kcal: 400, proteinG: 19, fiberG: 9), soup,
            food("Mint", kcal: 1, proteinG: 0.2, fiberG: 0.4), food("Mystery", kcal: 10, proteinG: nil, fiberG: nil),
        ]
        let named = ["food": "Lentil soup", "foodId": soup.id.description, "foodGrams": "350.0"]
        let expected = ["bringsG": "18.0", "meanG": "50.0", "targetG": "100.0", "days": "3"].merging(named) { $1 }
        let advice = AdviceMath.advice(input)
        #expect(advice.map(\.code) == [.proteinLow, .fiberLow])
        #expect(advice[0].params == expected)
        #expect(advice[1].params["bringsG"] == "8.0")
        input.foods = []
        #expect(AdviceMath.advice(input).allSatisfy { $0.params["food"] == nil })
    }

    @Test func `protein below four fifths of the target gives a hint`() {
        #expect(codes([day(8, proteinG: 80), day(9, proteinG: 80), day(7, proteinG: 80), day(10)]).isEmpty)
        let low = [day(7, proteinG: 79.7), day(8, proteinG: 80), day(9, proteinG: 80), day(10)]
        #expect(
            advice(low) == [Advice(.proteinLow, .hint, params: ["meanG": "79.9", "targetG": "100.0", "days": "3"])]
        )
        #expect(codes(Array(low.dropFirst())).isEmpty)
        var aimless = low
        aimless[0].target = nil
        #expect(codes(aimless).isEmpty)
    }

    @Test func `fiber below and salt above the recommendation give advice`() {
        #expect(codes((7...10).map { day($0, fiberG: 25, saltG: 5) }).isEmpty)
        let found = advice((7...10).map { day($0, fiberG: 24.9, saltG: 5.1) })
        #expect(found.map(\.code) == [.fiberLow, .saltHigh])
        #expect(found.map { $0.params["recommendedG"] } == ["25.0", "5.0"])
        #expect(found.map { $0.params["meanG"] } == ["24.9", "5.1"])
    }

    @Test func `a nutrient unknown for more than a third of the energy gives no advice`() {
        func days(_ unknown: Double) -> [AdviceMath.Day] {
            (7...10).map { day($0, kcal: 1_800, proteinG: 10, fiberG: 1, saltG: 9, unknown: unknown) }
        }
        #expect(codes(days(600)) == [.proteinLow, .fiberLow, .saltHigh])
        #expect(codes(days(601)).isEmpty)
    }

    @Test func `means exclude today and include a past day`() {
        let days = [day(7, fiberG: 25), day(8, fiberG: 25), day(9, fiberG: 25), day(10, fiberG: 0)]
        #expect(codes(days).isEmpty)
        #expect(codes(days, isToday: false) == [.fiberLow])
        // The mean excludes the eighth day back, too.
        #expect(codes([day(2, fiberG: 0)] + (7...10).map { day($0, fiberG: 25) }).isEmpty)
    }

    @Test func `three consecutive days more than 10 % over target give a hint`() {
        let over = [day(7, kcal: 2_201), day(8, kcal: 2_201), day(9, kcal: 2_202), day(10, kcal: 100)]
        #expect(advice(over) == [Advice(.overTarget, .hint, params: ["days": "3", "kcal": "201"])])
        #expect(codes([day(7, kcal: 2_200)] + over.dropFirst()).isEmpty)
        #expect(codes([day(6, kcal: 2_300)] + over.dropFirst()).isEmpty)
        // Today counts once it is over target.
        #expect(codes([day(8, kcal: 2_300), day(9, kcal: 2_300), day(10, kcal: 2_300)]) == [.overTarget])
    }

    @Test func `a first day over its target gives info, however little it is over`() {
        let first = [day(10, kcal: 2_001)]
        #expect(advice(first) == [Advice(.overTarget, .info, params: ["days": "1", "kcal": "1"])])
        #expect(advice(first, isToday: false) == advice(first))
        #expect(codes([day(10, kcal: 2_000.4)]).isEmpty)
        // An earlier day over its target is no news.
        #expect(codes([day(9, kcal: 2_500), day(10)]).isEmpty)
        let second = [day(9, kcal: 2_500), day(10, kcal: 2_500)]
        #expect(advice(second) == [Advice(.overTarget, .info, params: ["days": "1", "kcal": "500"])])
        var aimless = first
        aimless[0].target = nil
        #expect(codes(aimless).isEmpty)
    }

    @Test func `a mean below the recommended minimum gives important advice`() {
        #expect(codes((7...10).map { day($0, kcal: 1_200) }).isEmpty)
        let params = ["meanKcal": "1199", "floorKcal": "1200", "days": "3"]
        #expect(advice((7...10).map { day($0, kcal: 1_199) }) == [Advice(.underFloor, .important, params: params)])
        #expect(codes((7...10).map { day($0, kcal: 1_300) }, floorKcal: 1_500) == [.underFloor])
        #expect(codes((8...10).map { day($0, kcal: 100) }).isEmpty)
    }

    @Test func `means exclude a day with less than 500 kcal`() {
        let complete = (4...6).map { day($0, kcal: 1_300, proteinG: 90, fiberG: 26) }
        let partly = (7...9).map { day($0, kcal: 499, proteinG: 5, fiberG: 1) } + [day(10)]
        #expect(codes(complete + partly).isEmpty)
        // The minimum of days counts complete days only.
        #expect(codes(complete.dropLast() + partly).isEmpty)
        // A day from 500 kcal counts, so that a user with very low intake gets advice.
        let little = (7...9).map { day($0, kcal: 500) } + [day(10)]
        #expect(codes(complete + little) == [.underFloor])
    }

    @Test func `a weight trend against the goal gives a hint if its weights are far enough apart`() {
        let logged = [day(10)]
        let rising = [MeasuredWeight(date: march(-17), kg: 80), MeasuredWeight(date: march(9), kg: 81)]
        #expect(codes(logged, weights: rising) == [.weightAgainstGoal])
        #expect(advice(logged, weights: rising)[0].params == ["trendKg": "0.9", "days": "26"])
        #expect(codes(logged, weights: rising, goal: .gain).isEmpty)
        #expect(codes(logged, weights: rising, goal: .keep).isEmpty)
        #expect(codes(logged, weights: rising, goal: nil).isEmpty)
        let falling = [MeasuredWeight(date: march(-17), kg: 81), MeasuredWeight(date: march(9), kg: 80)]
        #expect(codes(logged, weights: falling, goal: .gain) == [.weightAgainstGoal])
        let slow = [MeasuredWeight(date: march(-17), kg: 80), MeasuredWeight(date: march(9), kg: 80.5)]
        #expect(codes(logged, weights: slow).isEmpty)
        let close = [MeasuredWeight(date: march(0), kg: 80), MeasuredWeight(date: march(9), kg: 90)]
        #expect(codes(logged, weights: close).isEmpty)
    }
}
