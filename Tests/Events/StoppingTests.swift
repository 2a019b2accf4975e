import Contracts
import Events
import Logging
import MessageBus
import ServiceKit
import TestSupport
import Testing

/// Tests the log of a stopping process.
@Suite(.timeLimit(.minutes(5)))
struct StoppingTests {
    /// Runs a regular task that throws an error, either when it is cancelled or by itself; returns the logged levels.
    private static func levels(cancelled: Bool, _ error: any Error) async throws -> [Logger.Level] {
        let log = LogRecorder()
        let (begun, feed) = AsyncStream.makeStream(of: Void.self)
        let regular = PeriodicTask("something", every: .seconds(3_600), logger: log.logger) {
            feed.yield()
            if cancelled { try? await waitForCancellation() }
            throw error
        }
        let task = Task { try await regular.run() }
        for await _ in begun { break }
        if !cancelled { try await eventually("the failure is logged") { !log.lines.isEmpty } }
        task.cancel()
        try await task.value
        return log.lines.map(\.level)
    }

    @Test(arguments: [ServiceError(.cancelled, "The call was cancelled."), ServiceError(.internalError, "Cancelled.")])
    func `a failure caused by a stop is no error, and every other failure is one`(error: ServiceError) async throws {
        #expect(try await Self.levels(cancelled: true, error) == [.debug])
        #expect(try await Self.levels(cancelled: true, CancellationError()) == [])
        #expect(try await Self.levels(cancelled: false, error) == [.error])
    }

    @Test func `a subscription stopped during a pull logs no warning`() async throws {
        try await EventsFixture.run { fixture in
            let (asked, feed) = AsyncStream.makeStream(of: Void.self)
            let source = fixture.bus(EventsFixture.source)
            let method = EventsSince.method(of: EventsFixture.source)
            let silence = Endpoint.handle(method) { (_: EventsSince, _: RequestContext) -> EventsSince.Reply in
                feed.yield()
                try await waitForCancellation()
                throw ServiceError(.unavailable, "No caller waits for this.")
            }
            source.serve(EventsFixture.source, capacity: 1, [silence])
            let log = LogRecorder()
            let bus = fixture.bus(EventsFixture.subscriber, log.logger)
            let buses = [Task { try await source.run() }, Task { try await bus.run() }]
            try await fixture.withStore(EventsFixture.subscriber) { store in
                let subscription = EventSubscription(
                    of: EventsFixture.subscriber,
                    to: EventsFixture.source,
                    store: store,
                    bus: bus,
                    DayService.eventSubscriber
                )
                let task = Task { try await subscription.run() }
                for await _ in asked { break }
                task.cancel()
                try await task.value
            }
            #expect(log.lines.allSatisfy { $0.level < .warning })
            for bus in buses {
                bus.cancel()
                _ = await bus.result
            }
        }
    }
}
