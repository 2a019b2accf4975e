import BrokerCore
import Contracts
import Testing

struct StatusTests {
    @Test func `received, answered, retried and failed requests are counted`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1, capacity: 2)
        let first = try #require(broker.request(1).dispatches.first)
        _ = broker.request(2)
        _ = broker.request(3)
        broker.now += 2_000_000
        _ = broker.handle(.reply(worker: PeerID(1), token: first.token))
        var status = try #require(broker.core.queueStatus().first)
        #expect((status.workers, status.capacity, status.inFlight, status.queued) == (1, 2, 2, 0))
        #expect((status.received, status.answered, status.retried) == (3, 1, 0))
        #expect(abs((status.medianUs ?? 0) - 2_000) < 140)
        _ = broker.handle(.departed(PeerID(1)))
        _ = broker.ready(2, capacity: 2)
        status = try #require(broker.core.queueStatus().first)
        #expect((status.lostWorkers, status.retried, status.inFlight) == (1, 2, 2))
        _ = broker.advance(ms: 6_000)
        status = try #require(broker.core.queueStatus().first)
        #expect(status.failed == ["deadlineExceeded": 2])
    }

    @Test func `the rate is that of the last second`() throws {
        var broker = CoreFixture()
        _ = broker.advance(ms: 10)
        for second in 0..<3 {
            for number in 1...50 { _ = broker.request(UInt64(second * 50 + number), timeLeftMs: 1) }
            _ = broker.advance(ms: 1_000)
        }
        #expect(broker.core.queueStatus().first?.perSecond == 50)
    }
}
