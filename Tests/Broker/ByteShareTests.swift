import BrokerCore
import Testing

/// Tests the shares of the bytes that the broker may hold: of 400, 300 are for waiting requests and 100 for copies of
/// running ones.
struct ByteShareTests {
    private static let shed = FailureReason.overloaded(retryAfterMs: 1_000)

    private static func fixture() -> CoreFixture { CoreFixture { $0.heldBytesMax = 400 } }

    @Test func `a request for a service with a free worker starts while another service's requests take all bytes`() {
        var broker = Self.fixture()
        _ = broker.ready(1, service: "profile", capacity: 8)
        for number in 1...10 { _ = broker.request(UInt64(number), client: 100, service: "diary", byteCount: 50) }
        #expect(broker.core.heldBytes == 300)
        let actions = broker.request(20, client: 100, service: "profile", byteCount: 50)
        #expect(actions.dispatches.count == 1)
        #expect(actions.failures.isEmpty)
    }

    @Test func `a client that holds all bytes loses a request to another client`() {
        var broker = Self.fixture()
        for number in 1...6 { _ = broker.request(UInt64(number), client: 100, service: "diary", byteCount: 50) }
        #expect(broker.request(20, client: 200, service: "profile", byteCount: 50).failures == [6: Self.shed])
        #expect(broker.request(21, client: 100, service: "diary", byteCount: 50).failures == [21: Self.shed])
        #expect(broker.core.heldBytes == 300)
    }

    @Test func `a client's requests for a stalled service are shed for its requests for another`() {
        var broker = Self.fixture()
        for number in 1...6 { _ = broker.request(UInt64(number), client: 100, service: "diary", byteCount: 50) }
        #expect(broker.request(20, client: 100, service: "profile", byteCount: 50).failures == [6: Self.shed])
        #expect(broker.core.queuedCount("profile") == 1)
    }

    @Test func `clients with equal shares do not push each other out`() {
        var broker = Self.fixture()
        for number in 1...3 {
            _ = broker.request(UInt64(number), client: 100, byteCount: 50)
            _ = broker.request(UInt64(10 + number), client: 200, byteCount: 50)
        }
        #expect(broker.request(20, client: 100, byteCount: 50).failures == [20: Self.shed])
        #expect(broker.request(21, client: 200, byteCount: 50).failures == [21: Self.shed])
    }

    @Test func `a request without a copy ends as outcomeUnknown when its worker dies`() {
        var broker = Self.fixture()
        _ = broker.ready(1, capacity: 8)
        _ = broker.ready(2, capacity: 8)
        #expect(broker.request(1, byteCount: 60).releases == 0)
        let second = broker.request(2, byteCount: 60)
        #expect(second.dispatches.count == 1)
        #expect(second.releases == 1)
        #expect(broker.core.heldBytes == 60)
        #expect(broker.handle(.departed(PeerID(2))).failures == [2: .outcomeUnknown])
        #expect(broker.handle(.departed(PeerID(1))).failures.isEmpty)
        #expect(broker.core.queuedCount("diary") == 1)
    }

    @Test func `a request without a copy is answered overloaded when its worker returns it unstarted`() throws {
        var broker = Self.fixture()
        _ = broker.ready(1, capacity: 8)
        _ = broker.request(1, byteCount: 60)
        let second = try #require(broker.request(2, byteCount: 60).dispatches.first)
        let actions = broker.handle(.busy(worker: PeerID(1), token: second.token))
        #expect(actions.failures == [2: Self.shed])
        #expect(actions.releases == 0)
    }

    @Test func `a request without a copy is answered and cancelled like any other`() throws {
        var broker = Self.fixture()
        _ = broker.ready(1, capacity: 8)
        _ = broker.request(1, byteCount: 60)
        let second = try #require(broker.request(2, byteCount: 60).dispatches.first)
        let answer = broker.handle(.reply(worker: PeerID(1), token: second.token))
        #expect(answer.answeredClients == [PeerID(100)])
        #expect(answer.releases == 0)
        let third = try #require(broker.request(3, byteCount: 60).dispatches.first)
        #expect(broker.handle(.cancel(client: PeerID(100), id: CoreFixture.id(3))).releases == 0)
        #expect(broker.handle(.reply(worker: PeerID(1), token: third.token)).answeredClients.isEmpty)
        #expect(broker.core.heldCount == 1)
    }

    @Test func `a worker gets no more bytes than its limit, and the next request waits`() throws {
        var broker = CoreFixture { $0.workerBytesMax = 100 }
        _ = broker.ready(1, capacity: 8)
        let first = try #require(broker.request(1, byteCount: 60).dispatches.first)
        #expect(broker.request(2, byteCount: 60).dispatches.count == 1)
        #expect(broker.request(3, byteCount: 60).dispatches.isEmpty)
        #expect(broker.handle(.reply(worker: PeerID(1), token: first.token)).dispatches.count == 1)
    }

    @Test func `a tick visits only the requests that are held now`() {
        var broker = CoreFixture { $0.queueMaxPerService = 10_000 }
        for number in 1...5_000 { _ = broker.request(UInt64(number), timeLeftMs: 100) }
        #expect(broker.core.slotCount == 5_000)
        _ = broker.advance(ms: 101)
        #expect(broker.core.slotCount == 0)
        for number in 6_001...6_010 { _ = broker.request(UInt64(number)) }
        for number in 6_001...6_005 {
            _ = broker.handle(.cancel(client: PeerID(100), id: CoreFixture.id(UInt64(number))))
        }
        for number in 6_011...6_015 { _ = broker.request(UInt64(number)) }
        #expect(broker.core.slotCount == 10)
    }
}
