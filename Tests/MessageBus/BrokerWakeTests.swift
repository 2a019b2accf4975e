import Broker
import TestSupport
import Testing
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// Tests that a wake-up of the broker's thread lets it sleep again.
@Suite(.timeLimit(.minutes(5)))
struct BrokerWakeTests {
    private static func isReadable(_ descriptor: Int32) -> Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) == 1
    }

    @Test func `a wake-up that arrives after its answer is cleared, so that the thread sleeps`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let signal = StopSignal()
        let broker = fixture.broker(stop: signal)
        let running = Task { try await broker.runUntilCancelled() }
        await broker.checkLiveness()
        // The liveness check was answered in the current round, and its wake-up arrives now.
        signal.wake.raise()
        // While it is raised, the thread never sleeps.
        try await eventually("the wake-up is cleared") { !Self.isReadable(signal.wake.descriptor) }
        await broker.checkLiveness()
        running.cancel()
        _ = await running.result
    }
}
