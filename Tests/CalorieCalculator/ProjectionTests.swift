import Contracts
import EnergyFormulas
import SeededRandom
import Testing

/// Results and rules of projections.
@Suite struct ProjectionTests {
    @Test func `a projection has the same target and its energy as intake`() throws {
        let answer = try projection(heavyMan())
        #expect(answer.target == (try target(heavyMan())))
        #expect(answer.intakeKcal == answer.target.dailyKcal)
        #expect(answer.warnings == [])
        let end = try #require(answer.points.last)
        // By the rule of thumb, 700 kcal a day are 33 kg a year.
        #expect((15...23).contains(100 - end.weightKg), "\(end)")
        #expect(end.lowKg < end.weightKg && end.weightKg < end.highKg)
        #expect(answer.settledKg < end.weightKg)
        #expect(answer.goal == nil)
    }

    @Test(arguments: [(1, 2), (30, 31), (366, 367), (367, 54), (1_825, 262)])
    func `up to a year has daily points, longer projections weekly ones and the last day`(_ days: Int, _ count: Int)
        throws
    {
        let points = try projection(heavyMan(), days: days).points
        #expect(points.count == count)
        #expect(points.first == ProjectedWeight(day: 0, weightKg: 100, lowKg: 100, highKg: 100))
        #expect(points.last?.day == days)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.day < $1.day })
        let bytes = try PayloadCoder.encode(try projection(heavyMan(), days: days))
        #expect(bytes.count < 40_000)
    }

    @Test func `a user that eats as little as before loses no water in the first days`() throws {
        let rested = try projection(heavyMan())
        let dieting = try projection(heavyMan(), soFarKcal: rested.intakeKcal)
        let falls = [rested, dieting].map { 100 - $0.points[4].weightKg }
        #expect((0.05...0.4).contains(falls[1]) && falls[0] > 2 * falls[1], "\(falls)")
        #expect(dieting.points[0] == rested.points[0] && dieting.intakeKcal == rested.intakeKcal)
        let tdee = Int(rested.target.tdee.rounded())
        let balanced = try projection(heavyMan(), soFarKcal: tdee)
        #expect(zip(balanced.points, rested.points).allSatisfy { abs($0.weightKg - $1.weightKg) < 0.02 })
        #expect(try projection(heavyMan(), soFarKcal: 20_000) == projection(heavyMan(), soFarKcal: 2 * tdee + 1))
    }

    @Test func `a longer projection has the same course`() throws {
        let (short, long) = (try projection(heavyMan(), days: 364), try projection(heavyMan(), days: 1_825))
        for point in long.points where point.day <= 364 { #expect(short.points[point.day] == point) }
    }

    @Test func `each milestone of 5 % has its day and a range of days`() throws {
        let answer = try projection(heavyMan(), days: 730)
        #expect(answer.milestones.map(\.percent).prefix(3) == [-5, -10, -15])
        #expect(answer.milestones.map(\.weightKg).prefix(3) == [95, 90, 85])
        for milestone in answer.milestones {
            #expect((milestone.earliestDay ?? 0) < milestone.day)
            #expect(milestone.latestDay.map { $0 > milestone.day } ?? true)
        }
        let daily = try projection(heavyMan())
        let fifth = try #require(daily.points.first { $0.weightKg <= 95 })
        #expect(daily.milestones.first?.day == fifth.day)
        #expect(daily.milestones.first?.earliestDay == daily.points.first { $0.lowKg <= 95 }?.day)
        let gained = try projection(someMan { $0.goal = .gain }, days: 1_825)
        #expect(gained.milestones.first?.percent == 5 && gained.milestones.first?.weightKg == 84)
        #expect(try projection(someMan(), days: 1_825).milestones == [])
    }

    @Test func `a reached goal has its day`() throws {
        let answer = try projection(heavyMan(), goalWeightKg: 92)
        let goal = try #require(answer.goal)
        let (day, earliest) = (try #require(goal.day), try #require(goal.earliestDay))
        #expect(answer.points[day].weightKg <= 92 && answer.points[day - 1].weightKg >= 92)
        #expect(earliest < day)
        #expect(answer.warnings == [])
        #expect(try projection(heavyMan(), goalWeightKg: 100).goal?.day == 0)
    }

    @Test func `a goal not reached within the days has no day`() throws {
        let soon = try projection(heavyMan(), days: 30, goalWeightKg: 92)
        #expect(soon.goal == ProjectedGoal(weightKg: 92, day: nil, earliestDay: nil, latestDay: nil))
        #expect(soon.warnings == [], "it will be, later")
        let never = try projection(heavyMan(), goalWeightKg: 62)
        #expect(never.warnings.map(\.code) == [.goalNeverReached])
        #expect(never.warnings.first?.params["settledKg"] == "\(never.settledKg)")
        #expect(try projection(someMan(), goalWeightKg: 75).warnings.map(\.code) == [.goalNeverReached])
    }

    @Test func `a goal in the opposite direction has a warning`() throws {
        let away = try projection(heavyMan(), goalWeightKg: 110)
        #expect(away.warnings.map(\.code) == [.goalLiesTheOtherWay])
        #expect(away.goal?.day == nil)
        let gain = someMan { $0.goal = .gain }
        #expect(try projection(gain, goalWeightKg: 75).warnings.map(\.code) == [.goalLiesTheOtherWay])
    }

    @Test func `a goal under a BMI of 18_5 has a warning`() throws {
        // 59.94 kg at 180 cm.
        #expect(
            try projection(heavyMan(), days: 30, goalWeightKg: 59.9).warnings.map(\.code).contains(.goalUnderweight)
        )
        #expect(try projection(heavyMan(), days: 30, goalWeightKg: 60).warnings.map(\.code) == [.goalNeverReached])
    }

    @Test func `a projection under a BMI of 18_5 has a warning`() throws {
        let slim = someMan {
            $0.weightKg = 64
            $0.goal = .lose
            $0.activityLevel = .moderate
        }
        let answer = try projection(slim)
        let warning = try #require(answer.warnings.first)
        #expect(warning.code == .becomesUnderweight && answer.warnings.count == 1)
        #expect(warning.params["weightKg"] == "59.94")
        let day = try #require(warning.params["day"].flatMap(Int.init))
        #expect(answer.points[day].weightKg <= 59.94 && answer.points[day - 1].weightKg >= 59.94)
        #expect(try projection(slim, days: day - 1).warnings.map(\.code) == [.mayBecomeUnderweight])
        let thin = someMan {
            $0.weightKg = 55
            $0.goal = .gain
        }
        #expect(try projection(thin).warnings.first?.params["day"] == "0")
    }

    @Test func `a requested intake replaces the target's`() throws {
        let answer = try projection(heavyMan(), intakeKcal: 2_200)
        #expect(answer.intakeKcal == 2_200)
        #expect(answer.target.dailyKcal != 2_200)
        let less = try projection(heavyMan(), intakeKcal: 2_000)
        #expect(less.settledKg < answer.settledKg)
    }

    @Test func `an intake under the floor is raised, and the warning names both values`() throws {
        let answer = try projection(heavyMan(), intakeKcal: 900)
        #expect(answer.intakeKcal == 1_500)
        let params = ["askedKcal": "900", "intakeKcal": "1500"]
        #expect(answer.warnings.contains(ProjectionWarning(.raisedToFloor, params)))
        #expect(try projection(heavyMan(), intakeKcal: 1_500).warnings.contains { $0.code == .raisedToFloor } == false)
    }

    @Test func `a projection without allowed deficit has none`() throws {
        let boy = heavyMan { $0.age = 17 }
        let young = try projection(boy, intakeKcal: 1_800)
        #expect(young.intakeKcal == Int(young.target.tdee))
        #expect(young.warnings.map(\.code) == [.modelOfAdults, .noDeficitUnder19])
        #expect(try projection(boy).warnings.map(\.code) == [.modelOfAdults])
        let thin = try projection(someMan { $0.weightKg = 58 }, intakeKcal: 1_600)
        #expect(thin.intakeKcal == Int(thin.target.tdee))
        #expect(thin.warnings.map(\.code) == [.noDeficitUnderweight, .becomesUnderweight])
    }

    @Test func `every field out of range is named`() {
        #expect(refusedProjectionFields(heavyMan(), days: 0) == ["days"])
        #expect(refusedProjectionFields(heavyMan(), days: 1_826) == ["days"])
        #expect(refusedProjectionFields(heavyMan(), days: 1_825, goalWeightKg: 20) == [])
        #expect(refusedProjectionFields(heavyMan(), goalWeightKg: 19) == ["goalWeightKg"])
        #expect(refusedProjectionFields(heavyMan(), goalWeightKg: .nan) == ["goalWeightKg"])
        #expect(refusedProjectionFields(heavyMan(), intakeKcal: 0) == ["intakeKcal"])
        #expect(refusedProjectionFields(heavyMan(), intakeKcal: 20_001) == ["intakeKcal"])
        #expect(refusedProjectionFields(heavyMan(), intakeKcal: 6_000) == ["intakeKcal"], "more than twice the need")
        #expect(refusedProjectionFields(heavyMan(), soFarKcal: 0) == ["intakeSoFarKcal"])
        let person = heavyMan { $0.heightCm = 20 }
        let fields = refusedProjectionFields(person, days: 0, goalWeightKg: 1, intakeKcal: 0)
        #expect(fields == ["days", "goalWeightKg", "heightCm", "intakeKcal"])
    }

    @Test func `a body with an implausible expenditure is refused`() {
        let tiny = someMan {
            $0.heightCm = 50
            $0.weightKg = 20
            $0.age = 100
        }
        #expect(refusedProjectionFields(tiny) == ["weightKg"])
    }

    @Test func `measured body fat affects the course`() throws {
        let (lean, fat) = (heavyMan { $0.bodyFatPercent = 15 }, heavyMan { $0.bodyFatPercent = 40 })
        let settled = try [lean, fat].map { try projection($0).settledKg }
        #expect(settled[1] < settled[0])
    }

    /// Checks any valid input, however unlikely.
    @Test(arguments: 1...10)
    func `every random course is finite, ordered and has its warnings`(_ seed: Int) throws {
        var numbers = SeededGenerator(seed: seed)
        var answers = 0
        for _ in 0..<60 {
            let person = numbers.person()
            let days = Int.random(in: ProjectionLimits.days, using: &numbers)
            guard refusedProjectionFields(person, days: days) != ["weightKg"] else { continue }
            let soFarKcal = Bool.random(using: &numbers) ? Int.random(in: 1...6_000, using: &numbers) : nil
            let answer = try projection(person, days: days, soFarKcal: soFarKcal)
            answers += 1
            let leastKg = 18.5 * person.heightCm * person.heightCm / 10_000
            for point in answer.points {
                #expect(point.lowKg > 0 && point.highKg < 1_000, "\(person): \(point)")
                #expect(point.lowKg <= point.weightKg && point.weightKg <= point.highKg, "\(person): \(point)")
            }
            let codes = Set(answer.warnings.map(\.code))
            let isUnder = answer.points.contains { $0.weightKg < leastKg - 0.01 }
            #expect(!isUnder || codes.contains(.becomesUnderweight), "\(person)")
            let mayBeUnder = answer.points.contains { $0.lowKg < leastKg - 0.01 }
            #expect(!mayBeUnder || !codes.isDisjoint(with: [.becomesUnderweight, .mayBecomeUnderweight]), "\(person)")
            #expect(answer.milestones.count < 30, "\(person)")
        }
        #expect(answers > 40)
    }
}
