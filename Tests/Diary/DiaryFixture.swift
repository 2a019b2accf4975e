import Calendar
import Contracts
import Diary
import Foundation
import QueryPlans
import Storage
import Synchronization
import TestSupport
import Testing

/// A diary in its own directory, with a catalog and a clock that the test controls.
final class DiaryFixture: Sendable {
    /// 2026-03-10, a Tuesday, 12:00 UTC.
    static let noon = TestClock.noon
    static let today = PlainDate(dayNumber: 20_522)
    /// The diary's snapshot at noon.
    static let snapshot = DiaryService.snapshot { noon }

    let directory: TemporaryDirectory
    let store: Store
    /// The statements of the store.
    let statements: StatementRecorder
    let service: DiaryService
    let catalog = FakeCatalog()
    let clock = TestClock()
    let user = UserID.make()
    private let profileEvents = Mutex<Int64>(0)

    private init(directory: TemporaryDirectory, store: Store, statements: StatementRecorder) {
        self.directory = directory
        self.store = store
        self.statements = statements
        let (catalog, clock) = (catalog, clock)
        service = DiaryService(
            store: store,
            food: { id, context in try catalog.food(id, context) },
            now: { clock.now }
        )
    }

    /// Opens a diary, runs the test, and removes all files.
    static func use(_ body: (DiaryFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = directory.file("diary.sqlite")
        try await queryPlans.withStore(at: path, migrations: DiarySchema.migrations) { store, statements in
            // A new diary begins with the snapshot of the profiles, which is empty here.
            try await store.endReload(of: .profile, at: Beacon(epoch: "profile", last: 0))
            try await body(DiaryFixture(directory: directory, store: store, statements: statements))
        }
    }

    func context(_ user: UserID? = nil, key: String? = nil, timeoutMs: Int = 5_000) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: Principal(user: user ?? self.user, roles: [.user], session: .make()),
            idempotencyKey: key,
            deadline: .after(milliseconds: timeoutMs),
            traceparent: nil
        )
    }

    @discardableResult
    func add(
        _ amount: EntryAmount,
        on date: PlainDate = DiaryFixture.today,
        meal: Meal = .lunch,
        id: EntryID? = nil,
        key: String? = nil,
        as user: UserID? = nil
    ) async throws -> DiaryEntry {
        let request = DiaryEntriesAdd(date: .date(date), id: id, meal: meal, amount: amount)
        return try await service.add(request.checked(), context(user, key: key)).value
    }

    func day(_ date: PlainDate = DiaryFixture.today, as user: UserID? = nil) async throws -> DiaryDay {
        try await service.day(DiaryDayGet(date: .date(date)).checked(), context(user))
    }

    /// Applies an event of the profile service.
    func receive<Payload: EventPayload>(_ payload: Payload, of user: UserID? = nil) async throws {
        let sequence = profileEvents.withLock { last in
            last += 1
            return last
        }
        let event = try fact(payload, of: user, sequence: sequence)
        let hasTakenEffect = try await store.apply(event, epoch: "profile", DiaryService.profileSubscriber)
        #expect(hasTakenEffect)
    }

    /// Returns an event of the profile service, as published or in a snapshot.
    func fact<Payload: EventPayload>(
        _ payload: Payload,
        of user: UserID? = nil,
        sequence: Int64 = 1
    ) throws -> Event {
        Event(
            id: .make(),
            source: .profile,
            type: Payload.type,
            subject: user ?? self.user,
            time: Timestamp.text(clock.now),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(payload)
        )
    }

    static func person(
        zone: String = "UTC",
        dayStartHour: Int = 0,
        weekStart: Int = 1,
        sharesFoods: Bool = false,
        language: String? = nil
    ) -> ProfileChanged {
        ProfileChanged(
            name: "Olena",
            timeZone: zone,
            dayStartHour: dayStartHour,
            weekStart: weekStart,
            shares: Shares(leaderboard: sharesFoods, foods: sharesFoods),
            language: language
        )
    }

    func setPerson(zone: String = "UTC", dayStartHour: Int = 0, weekStart: Int = 1) async throws {
        try await receive(Self.person(zone: zone, dayStartHour: dayStartHour, weekStart: weekStart))
    }

    func setTarget(_ kcal: Int, from date: PlainDate) async throws {
        try await receive(TargetChanged(target: target(kcal, from: date)))
    }

    /// Returns the published days, without the first ones.
    func published(after: Int = 0) async throws -> [PublishedDay] {
        try await events(DayChanged.type).dropFirst(after).map(PublishedDay.init)
    }

    /// Returns all events of a type.
    func events(_ type: EventType) async throws -> [Event] {
        var all: [Event] = []
        while true {
            let position = EventsSince(epoch: nil, sequence: all.last?.sequence ?? 0)
            let batch = try await store.events(since: position, source: .diary).events
            if batch.isEmpty { return all.filter { $0.type == type } }
            all += batch
        }
    }

    func target(_ kcal: Int, from date: PlainDate) -> TargetPeriod {
        let target = EnergyTarget(
            bmr: 1_500,
            tdee: 2_000,
            rawKcal: Double(kcal),
            dailyKcal: kcal,
            weeklyKcal: 7 * kcal,
            monthlyKcal: 30 * kcal,
            macros: Macros(proteinG: 100, fatG: 60, carbohydrateG: 200),
            bmi: 22,
            bmiCategory: nil,
            formula: .harrisBenedict,
            warnings: []
        )
        return TargetPeriod(from: date, target, goal: .keep)
    }
}

/// The day in an event.
struct PublishedDay: Equatable {
    var date: PlainDate
    var kcal: Double
    var targetKcal: Int?
    var entries: Int
}

extension PublishedDay {
    init(_ event: Event) throws {
        let day = try event.data.decode(DayChanged.self)
        self.init(date: day.date, kcal: day.kcal, targetKcal: day.targetKcal, entries: day.entries)
    }
}

/// Returns bread with a slice of 33 g and unknown sugar.
func bread() -> Food {
    Food(
        id: .make(),
        name: "Rye bread",
        category: "bakery",
        kcal: 259,
        proteinG: 8.5,
        fatG: 3.3,
        carbohydrateG: 48.3,
        fiberG: 5.8,
        sodiumMg: 603,
        portions: [Portion(name: "slice", grams: 33), Portion(name: "loaf", grams: 700)],
        source: "test",
        imageURL: "https://pictures.example/rye"
    )
}

func quick(_ name: String = "Soup", kcal: Double, proteinG: Double? = nil) -> EntryAmount {
    var amount = EntryAmount()
    amount.name = name
    amount.kcal = kcal
    amount.proteinG = proteinG
    return amount
}

/// Returns a day of March 2026.
func march(_ day: Int) -> PlainDate { DiaryFixture.today.advanced(by: day - 10) }
