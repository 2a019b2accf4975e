import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// Tests a source and a subscriber over a broker, one of which continues from an older copy of itself.
@Suite(.timeLimit(.minutes(5)))
struct ReloadTests {
    private static let (ann, ben, cleo) = (UserID.make(), UserID.make(), UserID.make())

    /// Creates a source with some days, backups of both databases, and an up-to-date subscriber.
    private static func prepare(_ fixture: EventsFixture) async throws {
        try await fixture.withStore(EventsFixture.source) { source in
            try await source.set(ann, 1, kcal: 1)
            try await source.set(ben, 1, kcal: 1)
        }
        try await fixture.catchUp()
        try fixture.copy(EventsFixture.source, to: "source-backup")
        try fixture.copy(EventsFixture.subscriber, to: "subscriber-backup")
        try await fixture.withStore(EventsFixture.source) { source in
            try await source.set(ann, 1, kcal: 2)
            try await source.set(ann, 2, kcal: 2)
            try await source.clear(ben, 1)
            try await source.set(cleo, 1, kcal: 2)
        }
        try await fixture.catchUp()
    }

    /// A subscriber that counts how often a span of a snapshot is applied.
    private static func counting(_ pages: Counter) -> EventSubscriber {
        EventSubscriber(apply: DayService.eventSubscriber.apply) { span, transaction in
            pages.increment()
            return try DayService.eventSubscriber.removeMissing(span, transaction)
        }
    }

    @Test func `a source restored with the marker is reloaded once`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepare(fixture)
            try fixture.restore(EventsFixture.source, from: "source-backup", isMarked: true)
            // As many events as were lost, so that only the epoch differs.
            try await fixture.withStore(EventsFixture.source) { source in
                for day in 5..<9 { try await source.set(Self.ben, day, kcal: 3) }
            }
            let marker = Store.restoreMarker(of: fixture.path(EventsFixture.source))
            #expect(!FileManager.default.fileExists(atPath: marker))
            let pages = Counter()
            try await fixture.catchUp(Self.counting(pages))
            #expect(pages.value == 1)
            try await fixture.catchUp(Self.counting(pages))
            #expect(pages.value == 1)
        }
    }

    @Test func `a source restored without the marker is reloaded, with fewer or more events than before`()
        async throws
    {
        for newEvents in [0, 2, 4, 7] {
            try await EventsFixture.run { fixture in
                try await Self.prepare(fixture)
                try fixture.restore(EventsFixture.source, from: "source-backup", isMarked: false)
                try await fixture.withStore(EventsFixture.source) { source in
                    for day in 0..<newEvents { try await source.set(Self.ben, 5 + day, kcal: 3) }
                }
                let pages = Counter()
                try await fixture.catchUp(Self.counting(pages))
                #expect(pages.value == 1, "\(newEvents) new events")
            }
        }
    }

    @Test func `a source restored while its subscriber runs is reloaded`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepare(fixture)
            try await fixture.withSubscriber { subscriber in
                try await fixture.withSource { try await EventsFixture.waitUntilEqual($0, subscriber) }
                try fixture.restore(EventsFixture.source, from: "source-backup", isMarked: true)
                try await fixture.withSource { try await EventsFixture.waitUntilEqual($0, subscriber) }
            }
        }
    }

    @Test func `a restored subscriber catches up without a reload`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepare(fixture)
            try fixture.restore(EventsFixture.subscriber, from: "subscriber-backup", isMarked: true)
            let pages = Counter()
            try await fixture.catchUp(Self.counting(pages))
            #expect(pages.value == 0)
        }
    }

    @Test func `a subscriber reloads if its next events are pruned`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepare(fixture)
            try fixture.restore(EventsFixture.subscriber, from: "subscriber-backup", isMarked: false)
            try await fixture.withStore(EventsFixture.source) { source in
                try await source.pruneEvents(now: Date(timeIntervalSinceNow: 2 * TimeInterval(Store.eventLifetimeS)))
            }
            let pages = Counter()
            try await fixture.catchUp(Self.counting(pages))
            #expect(pages.value == 1)
        }
    }

    @Test func `an interrupted reload starts again, regardless of the source's position`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepare(fixture)
            try await fixture.withStore(EventsFixture.source) { source in
                // More than one page.
                try await source.write { transaction in
                    for day in 0..<4_000 { try DayService.change(.test(day, kcal: 1), of: Self.ann, transaction) }
                }
            }
            try await fixture.catchUp()
            try await fixture.withStore(EventsFixture.source) { source in
                try await source.renewEpoch()
                try await source.clear(Self.ann, 2)
            }
            let pages = Counter()
            let failing = EventSubscriber(apply: DayService.eventSubscriber.apply) { span, transaction in
                pages.increment()
                guard pages.value == 1 else { throw ServiceError(.unavailable, "As the test wants.") }
                return try DayService.eventSubscriber.removeMissing(span, transaction)
            }
            try await fixture.withSource { source in
                try await fixture.withSubscriber(failing) { subscriber in
                    try await eventually("the second page fails") { pages.value > 1 }
                    // A process could be killed here.
                    #expect(try await subscriber.cursor(of: EventsFixture.source).epoch == "")
                }
            }
            try await fixture.catchUp()
        }
    }

    /// Fills the source with more than one page, and renews its epoch, so that a subscriber must reload.
    private static func prepareLongReload(_ fixture: EventsFixture) async throws {
        try await fixture.withStore(EventsFixture.source) { source in
            try await source.write { transaction in
                for day in 0..<4_000 { try DayService.change(.test(day, kcal: 1), of: ann, transaction) }
            }
        }
        try await fixture.catchUp()
        try fixture.copy(EventsFixture.source, to: "source-backup")
        try await fixture.withStore(EventsFixture.source) { source in try await source.renewEpoch() }
    }

    /// A subscriber that fails at each span after the first page, until it may continue.
    private static func failingBehindFirstPage(
        _ spans: Recorder<String>,
        _ failures: Counter,
        until mayContinue: Counter
    ) -> EventSubscriber {
        EventSubscriber(apply: DayService.eventSubscriber.apply) { span, transaction in
            if spans.values.count >= spansBeforeFailure, mayContinue.value == 0 {
                failures.increment()
                throw ServiceError(.unavailable, "As the test wants.")
            }
            spans.record(try span.events.first?.factKey() ?? "")
            return try DayService.eventSubscriber.removeMissing(span, transaction)
        }
    }

    /// More spans than the first page of the test's source has.
    private static let spansBeforeFailure = 45

    @Test func `a reload interrupted by a failed call resumes after the last complete page`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepareLongReload(fixture)
            let (spans, failures, mayContinue) = (Recorder<String>(), Counter(), Counter())
            let eventSubscriber = Self.failingBehindFirstPage(spans, failures, until: mayContinue)
            try await fixture.withSource { source in
                try await fixture.withSubscriber(eventSubscriber) { subscriber in
                    try await eventually("the reload fails twice") { failures.value > 1 }
                    mayContinue.increment()
                    try await EventsFixture.waitUntilEqual(source, subscriber)
                }
            }
            // The days of the first page took effect once; those of the interrupted page were applied again.
            let repeated = spans.values.filter { key in spans.values.filter { $0 == key }.count > 1 }
            #expect(!repeated.isEmpty)
            #expect(!repeated.contains(try #require(spans.values.first)))
        }
    }

    @Test func `an interrupted reload starts again if the source was restored in the meantime`() async throws {
        try await EventsFixture.run { fixture in
            try await Self.prepareLongReload(fixture)
            let (spans, failures, mayContinue) = (Recorder<String>(), Counter(), Counter())
            let eventSubscriber = Self.failingBehindFirstPage(spans, failures, until: mayContinue)
            try await fixture.withSubscriber(eventSubscriber) { subscriber in
                try await fixture.withSource { _ in
                    try await eventually("the reload fails") { failures.value > 0 }
                }
                try fixture.restore(EventsFixture.source, from: "source-backup", isMarked: true)
                mayContinue.increment()
                try await fixture.withSource { source in
                    try await source.clear(Self.ann, 2)
                    try await EventsFixture.waitUntilEqual(source, subscriber)
                }
            }
            let first = try #require(spans.values.first)
            #expect(spans.values.filter { $0 == first }.count > 1)
        }
    }
}
