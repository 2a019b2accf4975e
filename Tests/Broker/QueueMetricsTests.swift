import BrokerCore
import Contracts
import Testing

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
