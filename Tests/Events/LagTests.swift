import Contracts
import Events
import MessageBus
import Observability
import Storage
import TestSupport
import Testing

/// Tests the metrics of a subscriber's position.
@Suite(.timeLimit(.minutes(5)))
struct LagTests {
    private static func value(_ metric: Metric, _ subscription: EventSubscription) -> Double? {
        let family = subscription.metrics().families.first { $0.name == metric.name }
        #expect(family?.samples.first?.labels == [EventsFixture.source.rawValue])
        return family?.samples.first?.value
    }

    @Test func `a stalled subscriber reports its lag until it has caught up`() async throws {
        try await EventsFixture.run { fixture in
            let gate = Gate()
            let slow = DayService.stallingFollower(at: gate)
            try await fixture.withPublisher { source, publisher in
                try await fixture.withSubscription(slow) { subscriber, subscription, _ in
                    defer { gate.open() }
                    for day in 0..<5 { try await source.set(.make(), day, kcal: 1) }
                    try await eventually("the subscriber stands still", is: 1) { gate.arrivalCount }
                    try await eventually("it knows that it is behind", is: 5) {
                        Self.value(.eventLag, subscription)
                    }
                    let before = try #require(Self.value(.eventLagSeconds, subscription))
                    try await eventually("time passes") {
                        (Self.value(.eventLagSeconds, subscription) ?? 0) > before
                    }
                    let last = await publisher.metrics().families.first { $0.name == Metric.lastSequence.name }
                    #expect(last?.samples.first?.value == 5)
                    gate.open()
                    try await EventsFixture.waitUntilEqual(source, subscriber)
                    try await eventually("it knows that it is not behind any more") {
                        Self.value(.eventLag, subscription) == 0 && Self.value(.eventLagSeconds, subscription) == 0
                    }
                    try await eventually("all are counted", is: 5) {
                        Self.value(.eventsApplied, subscription)
                    }
                    #expect(Self.value(.eventReloads, subscription) == 0)
                }
            }
        }
    }

    @Test func `an event of a traced request adds a span where it takes effect, as a child of the request's span`()
        async throws
    {
        try await EventsFixture.run { fixture in
            let request = OpenSpan(root: .root())
            let user = UserID.make()
            let context = RequestContext.own().with(traceparent: request.context.text)
            try await fixture.withSource { source in
                _ = try await source.write(context) { try $0.emit(DayChanged.test(1, kcal: 5), of: user) }
                try await fixture.withSubscription { _, subscription, bus in
                    try await eventually("the event is applied", is: 1) {
                        Self.value(.eventsApplied, subscription)
                    }
                    let spans = bus.spans.take().filter { $0.kind == .consumer }
                    #expect(spans.map(\.name) == [DayChanged.type.rawValue])
                    #expect(spans.first?.parent == request.context.spanText)
                    #expect(spans.first?.trace == request.context.traceText)
                }
            }
        }
    }
}
