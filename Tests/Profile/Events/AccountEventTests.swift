import Calendar
import Contracts
import JSONCoding
import Profile
import Storage
import TestSupport
import Testing

@Suite struct AccountEventTests {
    @Test func `a registration creates a profile with its data`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register("Olena") {
                $0.displayName = .set("Lena")
                $0.timeZone = .set("Europe/Kyiv")
                $0.shares = .set(SharesChange(leaderboard: true))
            }
            let event = try #require(try await profiles.emittedEvents().first).data.decode(ProfileChanged.self)
            #expect((event.name, event.timeZone) == ("Lena", "Europe/Kyiv"))
            #expect(event.shares == Shares(leaderboard: true, foods: false))
            let profile = try await profiles.get()
            #expect((profile.name, profile.displayName, profile.missing) == ("Olena", "Lena", ["sex"]))
            #expect(profiles.auth.timesLeftMs.isEmpty)
        }
    }

    @Test func `a registration keeps fields that the user has set`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update {
                $0.weightKg = .set(80)
                $0.displayName = .cleared
                $0.sex = .set(.male)
            }
            try await profiles.register("Oleh") {
                $0.weightKg = .set(60)
                $0.heightCm = .set(180)
                $0.displayName = .set("Olezhyk")
                $0.sex = .set(.female)
            }
            let profile = try await profiles.get()
            #expect((profile.name, profile.displayName) == ("Oleh", nil))
            #expect((profile.weightKg, profile.heightCm, profile.sex) == (80, 180, .male))
            #expect(profiles.calculator.requests.last?.heightCm == 180)
        }
    }

    @Test func `a registration keeps a name that the user has set`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.name = .set("Oleksandr") }
            try await profiles.register("Oleh")
            #expect(try await profiles.get().name == "Oleksandr")
            #expect(try await profiles.emittedTypes() == [ProfileChanged.type, ProfileChanged.type])
        }
    }

    @Test func `values of earlier data are not shown while a target is pending`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.male) }
            try await profiles.register { $0.heightCm = .set(190) }
            profiles.calculator.fail(.unavailable)
            let profile = try await profiles.get()
            // The BMI needs no target: 50 kg at 190 cm.
            #expect((profile.bmi, profile.bmr, profile.target) == (13.9, nil, nil))
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `all pending targets are calculated in the background`() async throws {
        let people = 100
        try await ProfileFixture.use { profiles in
            profiles.calculator.fail(.unavailable)
            for _ in 0..<people { try await profiles.register(as: .make()) { $0.sex = .set(.female) } }
            try await withRunning(profiles.targetWorker) {
                try await eventually("a target is requested") { !profiles.calculator.requests.isEmpty }
                profiles.calculator.fail(nil)
                try await eventually("every profile and every target is published") {
                    try await profiles.emittedTypes().count >= 2 * people
                }
            }
            let emitted = try await profiles.emittedEvents()
            #expect(Set(emitted.filter { $0.type == TargetChanged.type }.map(\.subject)).count == people)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a target that was pending when the process ended is calculated after its start`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.female) }
            // As after a restart: nothing has woken it.
            let (clock, calculator) = (profiles.clock, profiles.calculator)
            let worker = PendingTargetWorker(store: profiles.store, logger: .silent, now: { clock.now }) {
                try await calculator.reply($0, $1)
            }
            try await withRunning(worker) {
                try await eventually("the target is published") {
                    try await profiles.emittedTypes().contains(TargetChanged.type)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an invalid target is not calculated again`() async throws {
        try await ProfileFixture.use { profiles in
            profiles.calculator.fail(.invalid("formula"))
            try await profiles.register { $0.sex = .set(.female) }
            #expect(try await profiles.get().target == nil)
            #expect(try await profiles.get().target == nil)
            #expect(profiles.calculator.requests.count == 1)
            #expect(try await profiles.update { $0.displayName = .set("Lena") }.displayName == "Lena")
            profiles.calculator.fail(nil)
            #expect(try await profiles.update { $0.weightKg = .set(60) }.target?.dailyKcal == 1_800)
        }
    }

    @Test func `a target is not stored for a profile that has changed meanwhile`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.sex = .set(.female) }
            profiles.calculator.interrupt {
                profiles.calculator.interrupt(nil)
                try await profiles.update { $0.weightKg = .set(100) }
            }
            #expect(try await profiles.get().target?.dailyKcal == 3_000)
            #expect(try await profiles.emittedTypes() == [ProfileChanged.type, TargetChanged.type])
        }
    }

    @Test(arguments: [DayChanged.type, EventType(rawValue: "account.mood.changed")])
    func `other events of auth, also those of a newer version, change nothing`(_ type: EventType) async throws {
        try await ProfileFixture.use { profiles in
            let event = Event(
                id: .make(),
                source: .auth,
                type: type,
                subject: profiles.user,
                time: Timestamp.now(),
                sequence: 1,
                traceparent: nil,
                data: JSONText(text: "{}")
            )
            let eventSubscriber = AccountSubscription.subscriber(now: { ProfileFixture.noon }, wake: {})
            let hasTakenEffect = try await profiles.store.apply(event, epoch: "auth", eventSubscriber)
            #expect(hasTakenEffect)
            #expect(try await profiles.emittedEvents().isEmpty)
            #expect(try await profiles.store.cursor(of: .auth).sequence == 1)
        }
    }

    /// Runs the worker's background task during a body.
    private func withRunning(_ worker: PendingTargetWorker, _ body: () async throws -> Void) async throws {
        let run = Task { try await worker.run() }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        run.cancel()
        try await run.value
        try result.get()
    }
}

extension ServiceError {
    /// Creates an error that refuses one field.
    fileprivate static func invalid(_ field: String) -> ServiceError {
        .invalid([FieldError(field, .notAllowed, "\(field) is not what the test wants.")])
    }
}
