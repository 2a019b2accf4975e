import Calendar
import Contracts
import Foundation
import Profile
import QueryPlans
import Storage
import Synchronization
import TestSupport
import Testing

/// A profile service with its own directory, and with a fake calculator, clock and auth service.
final class ProfileFixture: Sendable {
    /// 2026-03-10, a Tuesday, 12:00 UTC.
    static let noon = TestClock.noon

    let directory: TemporaryDirectory
    let store: Store
    let service: ProfileService
    let targetWorker: PendingTargetWorker
    let calculator = FakeCalculator()
    let auth = FakeAuth()
    let clock = TestClock()
    let user = UserID.make()
    private let accountEvents = Mutex<Int64>(0)
    private let recorder: StatementRecorder

    private init(directory: TemporaryDirectory, store: Store, recorder: StatementRecorder) {
        self.directory = directory
        self.recorder = recorder
        self.store = store
        let (calculator, clock, auth) = (calculator, clock, auth)
        targetWorker = PendingTargetWorker(
            store: store,
            logger: .silent,
            now: { clock.now },
            calculate: { request, context in try await calculator.reply(request, context) }
        )
        service = ProfileService(
            store: store,
            targetWorker: targetWorker,
            now: { clock.now },
            catchUp: { context in try await auth.catchUp(context) }
        )
    }

    /// Opens a profile service, runs the test, checks its query plans and removes its directory.
    static func use(_ body: (ProfileFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("profile.sqlite")
        try await queryPlans.withStore(at: path, migrations: ProfileSchema.migrations) { store, recorder in
            try await body(ProfileFixture(directory: directory, store: store, recorder: recorder))
        }
    }

    /// Returns the plans of all statements that the service has run.
    func plans() async throws -> [StatementPlan] { try await store.plans(of: recorder) }

    /// Creates a request context.
    ///
    /// The default timeout is far longer than a call takes on a machine that is busy with all other tests.
    func context(_ user: UserID? = nil, key: String? = nil, timeoutMs: Int = 60_000) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user ?? self.user, roles: [.user], session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: timeoutMs),
            traceparent: nil
        )
    }

    func get(as user: UserID? = nil) async throws -> Profile {
        try await service.get(ProfileGet(), context(user))
    }

    @discardableResult
    func update(
        as user: UserID? = nil,
        key: String? = nil,
        _ fill: (inout ProfileChange) -> Void
    ) async throws -> Profile {
        var change = ProfileChange()
        fill(&change)
        return try await service.update(ProfileUpdate(change).checked(), context(user, key: key))
    }

    /// Returns the fields for which a change is refused; none if it succeeds.
    func refusedFields(_ fill: (inout ProfileChange) -> Void) async throws -> [String] {
        do {
            try await update(fill)
            return []
        } catch let error as ServiceError {
            return error.code == .invalid ? error.details.map(\.field) : ["not invalid but \(error.code)"]
        }
    }

    /// Applies a registration.
    func register(
        _ name: String = "Olena",
        as user: UserID? = nil,
        _ fill: (inout ProfileChange) -> Void = { _ in }
    ) async throws {
        var change = ProfileChange()
        fill(&change)
        let sequence = accountEvents.withLock { last in
            last += 1
            return last
        }
        let event = try account(name, change, of: user ?? self.user, sequence: sequence)
        let hasTakenEffect = try await store.apply(event, epoch: "auth", eventSubscriber)
        #expect(hasTakenEffect)
    }

    /// Applies a snapshot of accounts.
    func reload(_ accounts: [(user: UserID, name: String)]) async throws {
        let facts = try accounts.map { try account($0.name, ProfileChange(), of: $0.user, sequence: 9) }
        let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: facts, next: nil)
        try await store.apply(page, after: nil, eventSubscriber)
    }

    var eventSubscriber: EventSubscriber {
        let (clock, targetWorker) = (clock, targetWorker)
        return AccountSubscription.subscriber(now: { clock.now }, wake: { targetWorker.wake() })
    }

    private func account(
        _ name: String,
        _ change: ProfileChange,
        of user: UserID,
        sequence: Int64
    ) throws -> Event {
        Event(
            id: .make(),
            source: .auth,
            type: AccountCreated.type,
            subject: user,
            time: Timestamp.text(clock.now),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(AccountCreated(name: name, profile: change))
        )
    }

    /// Returns the emitted events after a sequence number.
    func emittedEvents(after: Int = 0) async throws -> [Event] {
        try await store.events(since: EventsSince(epoch: nil, sequence: Int64(after)), source: .profile).events
    }

    /// Returns the types of emitted events, except of measured days, which have their own tests.
    func emittedTypes(after: Int = 0) async throws -> [EventType] {
        try await emittedEvents(after: after).map(\.type).filter { $0 != DayMeasured.type }
    }

    func targets(_ from: String, _ to: String, as user: UserID? = nil) async throws -> [TargetPeriod] {
        let span = ProfileTargets(from: try #require(PlainDate(from)), to: try #require(PlainDate(to)))
        return try await service.targets(span.checked(), context(user)).items
    }
}

/// A calculator that returns 30 kcal per kilogram, or fails on request.
final class FakeCalculator: Sendable {
    typealias Interruption = @Sendable () async throws -> Void

    private struct State {
        var failure: ServiceError?
        var interruption: Interruption?
        var requests: [CalculatorTarget] = []
        var timesLeftMs: [Int] = []
    }

    private let state = Mutex(State())

    func fail(_ code: ErrorCode?) {
        state.withLock { $0.failure = code.map { ServiceError($0, "Set by the test.") } }
    }
    func fail(_ error: ServiceError) { state.withLock { $0.failure = error } }

    /// Runs a body during each calculation.
    func interrupt(_ body: Interruption?) { state.withLock { $0.interruption = body } }

    var requests: [CalculatorTarget] { state.withLock { $0.requests } }
    /// The remaining time of each call.
    var timesLeftMs: [Int] { state.withLock { $0.timesLeftMs } }

    func reply(_ request: CalculatorTarget, _ context: RequestContext) async throws -> EnergyTarget {
        let (failure, interruption) = state.withLock { state in
            state.requests.append(request)
            state.timesLeftMs.append(context.deadline.millisecondsLeft)
            return (state.failure, state.interruption)
        }
        try await interruption?()
        if let failure { throw failure }
        let kcal = Int(request.weightKg * 30)
        return EnergyTarget(
            bmr: request.weightKg * 20,
            tdee: request.weightKg * 30,
            rawKcal: request.weightKg * 30,
            dailyKcal: kcal,
            weeklyKcal: 7 * kcal,
            monthlyKcal: 31 * kcal,
            macros: Macros(proteinG: 100, fatG: 60, carbohydrateG: 200),
            bmi: 22,
            bmiCategory: .normal,
            formula: request.formula ?? .harrisBenedict,
            warnings: []
        )
    }
}

/// A fake of catching up with auth's events.
final class FakeAuth: Sendable {
    typealias Body = @Sendable () async throws -> Void

    private struct State {
        var body: Body?
        var timesLeftMs: [Int] = []
    }

    private let state = Mutex(State())

    func onCatchUp(_ body: Body?) { state.withLock { $0.body = body } }

    /// The remaining time of each call.
    var timesLeftMs: [Int] { state.withLock { $0.timesLeftMs } }

    func catchUp(_ context: RequestContext) async throws {
        let body = state.withLock { state in
            state.timesLeftMs.append(context.deadline.millisecondsLeft)
            return state.body
        }
        try await body?()
    }
}

extension TargetPeriod {
    /// The target as it is stored and published: hints are made for an answer.
    var withoutHints: TargetPeriod {
        var period = self
        period.hints = nil
        return period
    }
}
