import Calendar
import Contracts
import Events
import Storage
import TestSupport
import Testing

/// Tests that only a hash and event numbers remain of an erased user.
@Suite(.timeLimit(.minutes(5)))
struct ErasureTests {
    /// More than any service has.
    private static let subscriptions = 8

    private static func withStore(_ body: (EventsFixture, Store) async throws -> Void) async throws {
        try await EventsFixture.withDirectory { fixture in
            try await fixture.withStore(EventsFixture.source) { try await body(fixture, $0) }
        }
    }

    private static func context(_ user: UserID?, key: String? = nil) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: user.map { Principal(user: $0, roles: [.user], session: .make()) },
            idempotencyKey: key,
            deadline: .after(milliseconds: 60_000),
            traceparent: nil
        )
    }

    private static func erase(_ user: UserID, in store: Store) async throws {
        try await store.write { try $0.erase(user, DayService.erase) }
    }

    @Test func `no file contains an erased user's id, and all other users remain`() async throws {
        try await Self.withStore { fixture, store in
            let (ann, ben) = (UserID.make(), UserID.make())
            // Enough for pages to split, and for some to become free.
            for user in [ann, ben] {
                try await store.write { transaction in
                    for day in 0..<500 { try DayService.change(.test(day, kcal: 1), of: user, transaction) }
                }
                _ = try await store.writeIdempotently(AuthLogout(), Self.context(user, key: "key")) { _ in Empty() }
                // Like a registration: it has no caller, and its reply contains the user's id.
                _ = try await store.writeIdempotently(
                    AuthKeys(),
                    Self.context(nil, key: user == ann ? "first" : "second")
                ) { _ in
                    user
                }
            }
            #expect(try fixture.filesContain(ann.description, of: EventsFixture.source))
            try await Self.erase(ann, in: store)
            #expect(try await store.cleanUp())
            #expect(try await store.rebuild())
            #expect(try !fixture.filesContain(ann.description, of: EventsFixture.source))

            #expect(try await DayService.contents(of: store).count == 500)
            let replies: Int? = try await store.read { try $0.scalar("SELECT count(*) FROM stored_reply") }
            #expect(replies == 2)
            let published = try await store.events(since: .init(epoch: nil, sequence: 400), source: .diary)
            #expect(published.events.map(\.sequence) == Array(401...600))
            #expect(published.events.filter(\.isScrubbed).map(\.sequence) == Array(401...500))
        }
    }

    @Test func `portions are removed before an erasure that is the next event, and before no other`() async throws {
        try await Self.withStore { _, store in
            let (ann, ben) = (UserID.make(), UserID.make())
            let ahead = Recorder<UserID>()
            let eventSubscriber = EventSubscriber(
                erase: DayService.erase,
                eraseAhead: { user, store in
                    let isErased = try await store.isErased(user)
                    #expect(!isErased)
                    ahead.record(user)
                }
            )
            func event(_ user: UserID, _ sequence: Int64) throws -> Event {
                Event(
                    id: .make(),
                    source: .auth,
                    type: AccountErased.type,
                    subject: user,
                    time: Timestamp.now(),
                    sequence: sequence,
                    traceparent: nil,
                    data: try JSONText(AccountErased())
                )
            }
            let late = try await store.apply(event(ann, 2), epoch: "one", eventSubscriber)
            #expect(!late && ahead.values == [])
            let next = try await store.apply(event(ann, 1), epoch: "one", eventSubscriber)
            #expect(next && ahead.values == [ann])
            let otherEpoch = try await store.apply(event(ben, 2), epoch: "other", eventSubscriber)
            #expect(!otherEpoch && ahead.values == [ann])
            try await store.erase([ben], eventSubscriber)
            let isErased = try await store.isErased(ben)
            #expect(isErased && ahead.values == [ann, ben])
        }
    }

    @Test func `writes for an erased user are refused`() async throws {
        try await Self.withStore { _, store in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await Self.erase(ann, in: store)
            for user in [ann, ben] {
                let result = await Result {
                    try await store.writeIdempotently(AuthLogout(), Self.context(user, key: "key")) { _ in Empty() }
                }
                #expect(result.errorCode == (user == ann ? .unauthenticated : nil))
            }
            #expect(try await store.isErased(ann))
            #expect(try await !store.isErased(ben))
        }
    }

    @Test func `events and snapshots about an erased user have no effect and block nothing`() async throws {
        try await Self.withStore { fixture, source in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await source.set(ann, 1, kcal: 1)
            try await source.set(ben, 1, kcal: 1)
            try await source.set(ann, 2, kcal: 1)
            try await fixture.withStore(EventsFixture.subscriber) { subscriber in
                try await Self.erase(ann, in: subscriber)
                let news = try await source.events(since: .init(epoch: nil, sequence: 0), source: EventsFixture.source)
                for event in news.events {
                    #expect(try await subscriber.apply(event, epoch: news.epoch, DayService.eventSubscriber))
                }
                let page = try await source.snapshot(
                    Snapshot(after: nil),
                    of: EventsFixture.source,
                    DayService.snapshot
                )
                #expect(page.events.count == 3)
                try await subscriber.apply(page, after: nil, DayService.eventSubscriber)
                #expect(try await DayService.contents(of: subscriber).count == 1)
            }
        }
    }

    @Test func `while a reader uses an old state, the log is not clean`() async throws {
        try await Self.withStore { fixture, store in
            let ann = UserID.make()
            try await store.set(ann, 1, kcal: 1)
            let gate = Gate()
            async let count: Int? = store.read { reader in
                let count: Int? = try reader.scalar("SELECT count(*) FROM day")
                gate.pass()
                return count
            }
            try await eventually("a reader reads", is: 1) { gate.arrivalCount }
            try await Self.erase(ann, in: store)
            // Each subscription of a service cleans before it confirms. None may rely on another that has not ended.
            let areCleanBeside = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<Self.subscriptions { group.addTask { try await store.cleanUp() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            gate.open()
            #expect(areCleanBeside == Array(repeating: false, count: Self.subscriptions))
            #expect(try await count == 1)
            #expect(try await store.cleanUp())
            #expect(try await store.rebuild())
            #expect(try !fixture.filesContain(ann.description, of: EventsFixture.source))
        }
    }

    @Test func `a pull confirms an erasure only after all files are free of the user's id`() async throws {
        try await EventsFixture.run { fixture in
            let ann = UserID.make()
            let gate = Gate()
            let eventSubscriber = EventSubscriber(
                apply: DayService.eventSubscriber.apply,
                erase: { user, transaction in
                    gate.pass()
                    try DayService.erase(user, transaction)
                }
            )
            try await fixture.withPublisher { source, publisher in
                try await fixture.withSubscriber(eventSubscriber) { subscriber in
                    // Also if a later statement throws, so that the store can be closed.
                    defer { gate.open() }
                    try await source.set(ann, 1, kcal: 1)
                    try await EventsFixture.waitUntilEqual(source, subscriber)
                    let sequence = try await source.write { transaction in
                        try transaction.erase(ann, DayService.erase)
                        return try transaction.emit(AccountErased(), of: ann)
                    }
                    let position = Beacon(epoch: try await source.beacon().epoch, last: sequence)
                    let hasConfirmed = { @Sendable in
                        publisher.subscribers.haveAllPassed(position, [EventsFixture.subscriber])
                    }
                    try await eventually("the erasure has begun", is: 1) { gate.arrivalCount }
                    #expect(!hasConfirmed())
                    #expect(try fixture.filesContain(ann.description, of: EventsFixture.subscriber))
                    gate.open()
                    try await eventually("the erasure is confirmed") { hasConfirmed() }
                    #expect(try !fixture.filesContain(ann.description, of: EventsFixture.subscriber))
                    #expect(!publisher.subscribers.haveAllPassed(position, [EventsFixture.subscriber, .profile]))
                }
            }
        }
    }
}

extension Result where Failure == any Error {
    /// Runs the body and captures its result or error.
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }

    fileprivate var errorCode: ErrorCode? {
        guard case .failure(let error) = self else { return nil }
        return (error as? ServiceError)?.code
    }
}
