import BrokerCore
import Observability
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

struct QueueMetricsTests {
    @Test func `each answer is counted in one bucket of the histogram`() throws {
        var fixture = CoreFixture()
        _ = fixture.handle(.ready(worker: PeerID(1), service: "diary", capacity: 8, kind: .own))
        for number in 0..<4 {
            let actions = fixture.request(UInt64(number))
            _ = fixture.advance(ms: number < 3 ? 2 : 400)
            for case .dispatch(let worker, let token, _, _, _) in actions {
                _ = fixture.handle(.reply(worker: worker, token: token))
            }
        }
        let queue = try #require(fixture.core.queueMetrics().first)
        #expect(queue.status.service == "diary")
        #expect(queue.status.answered == 4)
        #expect(queue.times.reduce(0, +) == 4)
        #expect(queue.times[Buckets.index(ofNanoseconds: 2_000_000)] == 3)
        #expect(queue.times[Buckets.index(ofNanoseconds: 400_000_000)] == 1)
        #expect(queue.totalNs == 406_000_000)
        var both = queue
        both.add(queue)
        #expect(both.times.reduce(0, +) == 8)
        #expect(both.status.received == 8)
        #expect(both.status.capacity == 16)
    }
}
