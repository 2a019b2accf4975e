import Calendar
import Contracts
import Foundation
import Leaderboard
import QueryPlans
import Storage
import Synchronization
import TestSupport
import Testing

/// A leaderboard service with its own directory, a settable clock and hand-made events.
final class LeaderboardFixture: Sendable {
    /// 2026-03-10, a Tuesday, 12:00 UTC.
    static let noon = TestClock.noon

    let directory: TemporaryDirectory
    let store: Store
    let service: LeaderboardService
    let boards: Boards
    let rollover: DayRollover
    let images = FakeImages()
    private let clock: TestClock
    private let sequences = Mutex<[ServiceName: Int64]>([:])

    private init(directory: TemporaryDirectory, store: Store, now: Date) {
        self.directory = directory
        self.store = store
        let clock = TestClock(now)
        self.clock = clock
        boards = Boards { clock.now }
        rollover = DayRollover(store: store, boards: boards)
        service = LeaderboardService(store: store, boards: boards, rollover: rollover, images: images.sources)
    }

    /// The time of the fixture's clock.
    var now: Date {
        get { clock.now }
        set { clock.now = newValue }
    }

    /// The day of ``now`` in UTC.
    var today: PlainDate { PlainDate(dayNumber: Int((now.timeIntervalSince1970 / 86_400).rounded(.down))) }

    /// Advances the clock by days or fractions of a day.
    func advance(days: Double) { clock.advance(days: days) }

    /// Opens a leaderboard, runs the test, checks its query plans and removes its directory.
    static func use(now: Date = noon, _ body: (LeaderboardFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("leaderboard.sqlite")
        try await queryPlans.withStore(at: path, migrations: LeaderboardSchema.migrations) { store, _ in
            // A new leaderboard starts with the profiles' snapshot, which is empty here.
            try await store.endReload(of: .profile, at: Beacon(epoch: "epoch", last: 0))
            try await body(LeaderboardFixture(directory: directory, store: store, now: now))
        }
    }

    /// Applies a profile event, for a new user unless one is given.
    @discardableResult
    func person(
        _ name: String,
        user: UserID = .make(),
        shares: Bool = true,
        foods: Bool = false,
        timeZone: String = "UTC",
        dayStartHour: Int = 0
    ) async throws -> UserID {
        let profile = ProfileChanged(
            name: name,
            timeZone: timeZone,
            dayStartHour: dayStartHour,
            weekStart: 1,
            shares: Shares(leaderboard: shares, foods: foods)
        )
        #expect(try await apply(try event(profile, of: user, from: .profile)))
        return user
    }

    /// Applies a diary event for a day, given as an offset from today.
    func day(
        _ user: UserID,
        _ offset: Int,
        kcal: Double = 2_000,
        target: Int? = 2_000,
        entries: Int = 1,
        isComplete: Bool? = nil
    ) async throws {
        let day = DayChanged(
            date: today.advanced(by: offset),
            kcal: kcal,
            targetKcal: target,
            entries: entries,
            isComplete: isComplete
        )
        #expect(try await apply(try event(day, of: user, from: .diary)))
    }

    /// Applies an event with the shared foods of a day, given as an offset from today.
    func foods(_ user: UserID, _ offset: Int, _ names: [String]) async throws {
        let foods = names.map { DayShared.SharedFood(meal: .lunch, name: $0, grams: 120, kcal: 80.5) }
        let day = DayShared(date: today.advanced(by: offset), foods: foods)
        #expect(try await apply(try event(day, of: user, from: .diary)))
    }

    /// Applies an event with today's shared foods, as a diary of this version publishes it.
    @discardableResult
    func eat(_ user: UserID, _ names: [String], at: String) async throws -> [EntryID] {
        let foods = names.map { name in
            DayShared.SharedFood(
                id: .make(),
                meal: .lunch,
                foodId: .make(),
                name: name,
                grams: 120,
                nutrients: Nutrients(kcal: 80.5, proteinG: 3)
            )
        }
        let day = DayShared(date: today, foods: foods, latestAt: at)
        #expect(try await apply(try event(day, of: user, from: .diary)))
        return foods.compactMap(\.id)
    }

    /// Applies diary events for several days, on target unless another energy is given.
    func days(_ user: UserID, _ offsets: ClosedRange<Int>, kcal: Double = 2_000) async throws {
        for offset in offsets { try await day(user, offset, kcal: kcal) }
    }

    /// Creates the next event of a source.
    func event(_ payload: some EventPayload, of user: UserID, from source: ServiceName) throws -> Event {
        let sequence = sequences.withLock { sequences in
            sequences[source, default: 0] += 1
            return sequences[source, default: 0]
        }
        return Event(
            id: .make(),
            source: source,
            type: type(of: payload).type,
            subject: user,
            time: Timestamp.text(Self.noon),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(payload)
        )
    }

    /// Applies an event as a subscription does.
    ///
    /// Returns whether it took effect.
    @discardableResult
    func apply(_ event: Event) async throws -> Bool {
        try await store.apply(
            event,
            epoch: "epoch",
            event.source == .profile ? ProfileSubscription.subscriber(boards) : DiarySubscription.subscriber(boards)
        )
    }

    func top(
        _ metric: LeaderboardTop.Metric? = nil,
        _ period: LeaderboardTop.Period? = nil,
        limit: Int? = nil,
        as user: UserID = .make()
    ) async throws -> LeaderboardTop.Reply {
        let context = RequestContext.own(principal: Principal(user: user, roles: [.user], session: .make()))
        let request = LeaderboardTop(period: period, metric: metric, limit: limit)
        return try await service.top(request.checked(), context)
    }

    /// Returns a user's score; nil if they are not ranked.
    func score(
        _ user: UserID,
        _ metric: LeaderboardTop.Metric,
        _ period: LeaderboardTop.Period = .week
    ) async throws -> Double? {
        try await top(metric, period, as: user).me?.score
    }
}

/// The profile service and the diary as sources of addresses of images: the address is the id.
final class FakeImages: Sendable {
    private struct State {
        var failure: ErrorCode?
        var people: Set<UserID> = []
        var entries: Set<EntryID> = []
        var contexts: [RequestContext] = []
    }

    private let state = Mutex(State())

    func fail(_ code: ErrorCode?) { state.withLock { $0.failure = code } }
    func add(_ user: UserID) { state.withLock { _ = $0.people.insert(user) } }
    func add(_ entry: EntryID) { state.withLock { _ = $0.entries.insert(entry) } }

    /// The contexts of all calls.
    var contexts: [RequestContext] { state.withLock { $0.contexts } }

    var sources: ImageSources {
        ImageSources(
            people: { request, context in
                let known = try self.record(context).people
                let items = request.users.filter(known.contains)
                return .init(items: items.map { .init(user: $0, imageURL: "\($0)") })
            },
            entries: { request, context in
                let known = try self.record(context).entries
                let items = request.entries.filter { known.contains($0.id) }
                return .init(items: items.map { .init(entry: $0, imageURL: "\($0.id)") })
            },
            logger: .silent
        )
    }

    private func record(_ context: RequestContext) throws -> State {
        let state = state.withLock { state in
            state.contexts.append(context)
            return state
        }
        if let failure = state.failure { throw ServiceError(failure, "Set by the test.") }
        return state
    }
}
