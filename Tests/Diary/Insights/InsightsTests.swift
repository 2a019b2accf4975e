import Calendar
import Contracts
import Diary
import Logging
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct InsightsTests {
    /// A profile service and a calculator that the test controls.
    private final class FakeServices: Sendable {
        struct State {
            var profile: Profile?
            var hasCalculator = true
            /// The error of a missing profile.
            var failure = ServiceError(.unavailable, "Not there.")
            var questions: [CalculatorTarget] = []
        }

        let state = Mutex(State())

        func profile() throws -> Profile {
            try state.withLock { state in
                guard let profile = state.profile else { throw state.failure }
                return profile
            }
        }

        func target(_ question: CalculatorTarget) throws -> EnergyTarget {
            let isThere = state.withLock { state in
                state.questions.append(question)
                return state.hasCalculator
            }
            guard isThere else { throw ServiceError(.unavailable, "Not there.") }
            let daily = Int(question.tdeeKcal ?? 0) - 700
            return EnergyTarget(
                bmr: 1_500,
                tdee: question.tdeeKcal ?? 0,
                rawKcal: Double(daily),
                dailyKcal: daily,
                weeklyKcal: 7 * daily,
                monthlyKcal: 31 * daily,
                macros: Macros(proteinG: 100, fatG: 50, carbohydrateG: 150),
                bmi: 22,
                bmiCategory: .normal,
                formula: .harrisBenedict,
                warnings: []
            )
        }
    }

    private func insights(
        _ diary: DiaryFixture,
        _ services: FakeServices,
        logger: Logger = .silent
    ) -> DiaryInsights {
        let clock = diary.clock
        return DiaryInsights(
            store: diary.store,
            sources: DiaryInsights.Sources(
                profile: { _ in try services.profile() },
                target: { question, _ in try services.target(question) }
            ),
            logger: logger,
            now: { clock.now }
        )
    }

    private func profile(_ diary: DiaryFixture, sex: Sex? = .female) -> Profile {
        var profile = Profile(
            userId: diary.user,
            name: "Olena",
            birthDate: march(-13_000),
            heightCm: 170,
            weightKg: 70,
            activityLevel: .light,
            goal: .lose,
            formula: .harrisBenedict,
            units: .metric,
            timeZone: "UTC",
            dayStartHour: 0,
            weekStart: 1,
            language: "en",
            allergens: [],
            dislikes: [],
            shares: Shares(),
            version: 1,
            age: 35,
            missing: sex == nil ? ["sex"] : []
        )
        profile.sex = sex
        profile.bmr = 1_450
        return profile
    }

    /// Logs four weeks of 2,000 kcal with a constant weight.
    private func logFourWeeks(_ diary: DiaryFixture) async throws {
        for day in -18...9 {
            try await diary.add(quick(kcal: 2_000, proteinG: 20), on: march(day))
            try await diary.receive(DayMeasured(date: march(day), weightKg: 70, exerciseKcal: nil))
        }
    }

    @Test func `the expenditure uses past days only and is offered as a target`() async throws {
        try await DiaryFixture.use { diary in
            let services = FakeServices()
            services.state.withLock { $0.profile = profile(diary) }
            try await logFourWeeks(diary)
            // Neither today nor the day before the window counts.
            try await diary.add(quick(kcal: 9_000), on: march(10))
            try await diary.add(quick(kcal: 9_000), on: march(-19))
            let found = try await insights(diary, services).expenditure(DiaryExpenditure(), diary.context())
            #expect((found.kcal, found.days, found.weights, found.enough) == (2_000, 28, 28, true))
            #expect((found.from, found.to) == (march(-18), march(9)))
            #expect(found.offer?.dailyKcal == 1_300)
            #expect(found.offer?.macros.proteinG == 100)
            let question = try #require(services.state.withLock { $0.questions.first })
            #expect((question.tdeeKcal, question.goal, question.weightKg) == (2_000, .lose, 70))
        }
    }

    @Test func `a low day counts for the expenditure once it is marked as complete`() async throws {
        try await DiaryFixture.use { diary in
            let insights = insights(diary, FakeServices())
            for day in -18...9 {
                try await diary.receive(DayMeasured(date: march(day), weightKg: 70, exerciseKcal: nil))
            }
            for day in -4...8 { try await diary.add(quick(kcal: 2_000), on: march(day)) }
            try await diary.add(quick(kcal: 300), on: march(9))
            let before = try await insights.expenditure(DiaryExpenditure(), diary.context())
            #expect((before.days, before.enough) == (13, false))
            // A marked day that counts anyway does not count twice.
            for day in [8, 9] {
                let request = DiaryDayComplete(date: .date(march(day)))
                _ = try await diary.service.completeDay(request.checked(), diary.context())
            }
            let after = try await insights.expenditure(DiaryExpenditure(), diary.context())
            #expect((after.days, after.enough, after.kcal) == (14, true, 1_879))
        }
    }

    @Test func `without profile or calculator the estimate has no offer`() async throws {
        try await DiaryFixture.use { diary in
            let services = FakeServices()
            try await logFourWeeks(diary)
            let insights = insights(diary, services)
            let alone = try await insights.expenditure(DiaryExpenditure(), diary.context())
            #expect((alone.kcal, alone.offer) == (2_000, nil))
            services.state.withLock {
                $0.profile = profile(diary)
                $0.hasCalculator = false
            }
            #expect(try await insights.expenditure(DiaryExpenditure(), diary.context()).offer == nil)
            services.state.withLock {
                $0.profile = profile(diary, sex: nil)
                $0.hasCalculator = true
                $0.questions = []
            }
            #expect(try await insights.expenditure(DiaryExpenditure(), diary.context()).offer == nil)
            #expect(services.state.withLock { $0.questions.isEmpty })
        }
    }

    @Test func `a failure of another service is logged without its message`() async throws {
        try await DiaryFixture.use { diary in
            let (services, log) = (FakeServices(), LogRecorder(from: .info))
            try await logFourWeeks(diary)
            let insights = insights(diary, services, logger: log.logger)
            _ = try await insights.advice(DiaryAdvice(), diary.context())
            services.state.withLock {
                $0.profile = profile(diary)
                $0.hasCalculator = false
            }
            _ = try await insights.expenditure(DiaryExpenditure(), diary.context())
            #expect(
                log.lines.map(\.metadata)
                    == ["profile", "calculator"].map { ["service": "\($0)", "error": "unavailable"] }
            )
            #expect(log.lines.allSatisfy { $0.level == .warning && !$0.message.contains("Not there") })
        }
    }

    @Test func `a missing profile is not logged as a failure, and an internal error is`()
        async throws
    {
        try await DiaryFixture.use { diary in
            let (services, log) = (FakeServices(), LogRecorder(from: .info))
            let insights = insights(diary, services, logger: log.logger)
            services.state.withLock { $0.failure = .notFound("profile") }
            _ = try await insights.advice(DiaryAdvice(), diary.context())
            #expect(log.lines.isEmpty)
            services.state.withLock { $0.failure = ServiceError(.internalError, "?") }
            _ = try await insights.advice(DiaryAdvice(), diary.context())
            #expect(log.lines.map(\.level) == [.warning])
        }
    }

    @Test func `a user without data gets reasons and no estimate, whatever others have logged`() async throws {
        try await DiaryFixture.use { diary in
            let services = FakeServices()
            try await logFourWeeks(diary)
            let stranger = diary.context(.make())
            let found = try await insights(diary, services).expenditure(DiaryExpenditure(), stranger)
            #expect((found.kcal, found.enough, found.days) == (nil, false, 0))
            #expect(found.reasons.map(\.code) == [.tooFewDays, .noWeights])
        }
    }

    @Test func `advice uses days, targets, goal and minimum energy, or omits what is missing`() async throws {
        try await DiaryFixture.use { diary in
            let services = FakeServices()
            services.state.withLock { $0.profile = profile(diary) }
            try await diary.setTarget(2_000, from: march(1))
            let insights = insights(diary, services)
            let empty = try await insights.advice(DiaryAdvice(), diary.context()).items
            #expect(empty.map(\.code) == [.nothingLogged])
            for day in 7...10 { try await diary.add(quick(kcal: 1_000, proteinG: 20), on: march(day)) }
            for (day, kg) in [(-17, 70.0), (9, 72)] {
                try await diary.receive(DayMeasured(date: march(day), weightKg: kg, exerciseKcal: nil))
            }
            let advice = try await insights.advice(DiaryAdvice(date: .today), diary.context()).items
            // The fiber of soup is unknown, so that it gets no advice.
            #expect(advice.map(\.code) == [.proteinLow, .underFloor, .weightAgainstGoal])
            #expect(advice[1].params["floorKcal"] == "1200")
            let before = try await insights.advice(DiaryAdvice(date: .date(march(1))), diary.context()).items
            #expect(before.map(\.code) == [.nothingLogged])
            services.state.withLock { $0.profile = nil }
            let alone = try await insights.advice(DiaryAdvice(), diary.context()).items
            #expect(alone.map(\.code) == [.proteinLow, .underFloor])
            let far = DiaryAdvice(date: PlainDate("0999-01-01").map { .date($0) })
            await #expect(throws: ServiceError.self) { try await insights.advice(far.checked(), diary.context()) }
        }
    }
}
