import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// Tests that an erased user restored from a backup is erased again.
@Suite(.timeLimit(.minutes(5)))
struct AuditTests {
    /// Adds two users on both sides and makes backups, and then erases one of them everywhere.
    private static func prepare(_ fixture: EventsFixture) async throws -> (erased: UserID, stays: UserID) {
        let (ann, ben) = (UserID.make(), UserID.make())
        try await fixture.withStore(EventsFixture.source) { source in
            for user in [ann, ben] { try await source.set(user, 1, kcal: 1) }
        }
        try await fixture.catchUp()
        try fixture.copy(EventsFixture.subscriber, to: "backup")
        try await fixture.withStore(EventsFixture.source) { source in
            try await source.write { transaction in
                try transaction.erase(ann, DayService.erase)
                try transaction.emit(AccountErased(), of: ann)
            }
        }
        try await fixture.catchUp()
        return (ann, ben)
    }

    /// Like the subscribers of auth: a reload alone erases no user.
    private static let eventSubscriber = EventSubscriber(
        apply: DayService.eventSubscriber.apply,
        erase: { user, transaction in try DayService.erase(user, transaction) },
        people: DayService.snapshot.people
    )

    private static func expectErased(_ user: UserID, _ fixture: EventsFixture) async throws {
        try await fixture.withSource { source in
            try await fixture.withSubscriber(eventSubscriber) { subscriber in
                try await eventually("the user is erased again") {
                    try await subscriber.isErased(user)
                }
                try await EventsFixture.waitUntilEqual(source, subscriber)
                try await eventually("no file names the user") {
                    try !fixture.filesContain(user.description, of: EventsFixture.subscriber)
                }
                try await eventually("no audit is requested", is: 0) {
                    try await subscriber.cursor(of: EventsFixture.source).auditRequests
                }
            }
        }
    }

    @Test func `a restored user is erased again after a scrubbed event is passed`() async throws {
        try await EventsFixture.run { fixture in
            let (ann, _) = try await Self.prepare(fixture)
            try await fixture.withStore(EventsFixture.source) { source in
                try await source.write { try $0.scrubEvents(of: ann) }
            }
            try fixture.restore(EventsFixture.subscriber, from: "backup", isMarked: false)
            try await Self.expectErased(ann, fixture)
        }
    }

    @Test func `a restored user is erased again by a reload after the event was pruned`() async throws {
        try await EventsFixture.run { fixture in
            let (ann, ben) = try await Self.prepare(fixture)
            try await fixture.withStore(EventsFixture.source) { source in
                try await source.write { try $0.scrubEvents(of: ann) }
                try await source.set(ben, 2, kcal: 1)
                try await source.pruneEvents(now: .distantFuture)
            }
            try fixture.restore(EventsFixture.subscriber, from: "backup", isMarked: false)
            try await Self.expectErased(ann, fixture)
        }
    }

    @Test func `a restored user is erased again because of the marker alone`() async throws {
        try await EventsFixture.run { fixture in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await fixture.withStore(EventsFixture.source) { source in
                for user in [ann, ben] { try await source.set(user, 1, kcal: 1) }
            }
            try await fixture.catchUp()
            try fixture.copy(EventsFixture.subscriber, to: "backup")
            // As in auth, which receives no erasure events from other services.
            try await fixture.withStore(EventsFixture.source) { source in
                try await source.write { try $0.erase(ann, DayService.erase) }
            }
            try fixture.restore(EventsFixture.subscriber, from: "backup", isMarked: true)
            try await Self.expectErased(ann, fixture)
        }
    }

    @Test func `a restored user is erased again by merged tombstones, even if the source was restored, too`()
        async throws
    {
        try await EventsFixture.run { fixture in
            let (ann, ben) = (UserID.make(), UserID.make())
            try await fixture.withStore(EventsFixture.source) { source in
                for user in [ann, ben] { try await source.set(user, 1, kcal: 1) }
            }
            try await fixture.catchUp()
            try fixture.copy(EventsFixture.subscriber, to: "backup")
            // The source does not know about this erasure.
            try await fixture.withStore(EventsFixture.subscriber) { subscriber in
                try await subscriber.write { try $0.erase(ann, DayService.erase) }
            }
            try fixture.copy(EventsFixture.subscriber, to: "later")
            try fixture.restore(EventsFixture.subscriber, from: "backup", isMarked: true)
            let (later, restored) = ("\(fixture.directory)/later", fixture.path(EventsFixture.subscriber))
            #expect(try TombstoneMerge.merge(from: later, into: restored) == 1)
            #expect(try fixture.filesContain(ann.description, of: EventsFixture.subscriber))
            try await fixture.withSource { _ in
                try await fixture.withSubscriber(Self.eventSubscriber) { subscriber in
                    try await eventually("no audit is requested", is: 0) {
                        try await subscriber.cursor(of: EventsFixture.source).auditRequests
                    }
                    try await eventually("no file names the user") {
                        try !fixture.filesContain(ann.description, of: EventsFixture.subscriber)
                    }
                    #expect(try fixture.filesContain(ben.description, of: EventsFixture.subscriber))
                }
            }
        }
    }

    @Test func `a restored user is erased again even if the backup was made before the first event of the source`()
        async throws
    {
        try await EventsFixture.run { fixture in
            let (ann, ben) = (UserID.make(), UserID.make())
            // Rows that users wrote here, while no event of the source has arrived.
            try await fixture.withStore(EventsFixture.subscriber) { subscriber in
                for user in [ann, ben] { try await subscriber.set(user, 1, kcal: 1) }
            }
            try fixture.copy(EventsFixture.subscriber, to: "backup")
            try await fixture.withStore(EventsFixture.subscriber) { subscriber in
                try await subscriber.write { try $0.erase(ann, DayService.erase) }
            }
            try fixture.copy(EventsFixture.subscriber, to: "later")
            try fixture.restore(EventsFixture.subscriber, from: "backup", isMarked: true)
            let (later, restored) = ("\(fixture.directory)/later", fixture.path(EventsFixture.subscriber))
            #expect(try TombstoneMerge.merge(from: later, into: restored) == 1)
            // The source was restored, too, and repeats the erasure. By the merged tombstone, the event has no effect.
            try await fixture.withStore(EventsFixture.source) { source in
                _ = try await source.write { try $0.emit(AccountErased(), of: ann) }
            }
            try await fixture.withSource { _ in
                try await fixture.withSubscriber(Self.eventSubscriber) { subscriber in
                    try await eventually("no file names the user") {
                        try !fixture.filesContain(ann.description, of: EventsFixture.subscriber)
                    }
                    try await eventually("no audit is requested", is: 0) {
                        try await subscriber.cursor(of: EventsFixture.source).auditRequests
                    }
                    #expect(try fixture.filesContain(ben.description, of: EventsFixture.subscriber))
                }
            }
        }
    }
}
