import BrokerCore
import Testing

struct WorkerDeathTests {
    @Test func `a retryable request of a dead worker goes to another worker`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.request(1)
        _ = broker.ready(2)
        #expect(broker.handle(.departed(PeerID(1))).dispatches.map(\.worker) == [PeerID(2)])
    }

    @Test func `a request that crashed two workers fails as workerCrashed`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.ready(2)
        _ = broker.ready(3)
        let first = broker.request(1).dispatches.map(\.worker)
        let second = first.flatMap { broker.handle(.departed($0)).dispatches.map(\.worker) }
        #expect(second.count == 1)
        let end = second.flatMap { broker.handle(.departed($0)) }
        #expect(end.failures == [1: .workerCrashed])
        #expect(end.contains(.logCrash(id: CoreFixture.id(1), service: "diary")))
        #expect(broker.core.heldCount == 0)
    }

    @Test func `a request that is not retryable fails as outcomeUnknown when its worker dies`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.ready(2)
        let worker = broker.request(1, retryable: false).dispatches.map(\.worker)
        let end = worker.flatMap { broker.handle(.departed($0)) }
        #expect(end.failures == [1: .outcomeUnknown])
        #expect(end.dispatches.isEmpty)
    }

    @Test func `an attempt that is returned unstarted does not count as a crash`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let first = try #require(broker.request(1).dispatches.first)
        _ = broker.handle(.heartbeat(worker: PeerID(1), capacity: 0))
        _ = broker.handle(.busy(worker: PeerID(1), token: first.token))
        for worker in [UInt64(2), 3] {
            let actions = broker.ready(worker)
            #expect(actions.dispatches.count == 1)
            let after = broker.handle(.departed(PeerID(worker)))
            #expect(after.failures == (worker == 3 ? [1: .workerCrashed] : [:]))
        }
    }

    @Test func `an answer to an old attempt, or from another peer, is dropped and counted`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.ready(2)
        let first = try #require(broker.request(1).dispatches.first)
        #expect(broker.handle(.reply(worker: PeerID(9), token: first.token)).contains(.dropReply))
        _ = broker.handle(.departed(first.worker))
        #expect(broker.handle(.reply(worker: first.worker, token: first.token)).answeredClients.isEmpty)
        let foreign = AttemptToken(epoch: 8, number: first.token.number)
        #expect(broker.handle(.reply(worker: PeerID(2), token: foreign)).answeredClients.isEmpty)
        #expect(broker.core.unknownTokens == 3)
        #expect(broker.core.heldCount == 1)
    }

    @Test func `a silent worker is dead after three heartbeats, unless the broker itself was suspended`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        #expect(broker.advance(ms: 2_900).contains(.heartbeat(worker: PeerID(1))))
        #expect(broker.core.isServed("diary"))
        broker.now += 10_000_000_000
        _ = broker.handle(.wokeUp)
        _ = broker.handle(.tick)
        #expect(broker.core.isServed("diary"))
        #expect(broker.advance(ms: 3_001).contains(.disconnect(worker: PeerID(1))))
        #expect(!broker.core.isServed("diary"))
    }

    @Test func `a heartbeat of an unknown worker is answered with a request to register`() {
        var broker = CoreFixture()
        #expect(broker.handle(.heartbeat(worker: PeerID(1), capacity: nil)) == [.disconnect(worker: PeerID(1))])
    }

    @Test func `a draining worker gets no more requests, and its last answer is delivered`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1, capacity: 4)
        let first = try #require(broker.request(1).dispatches.first)
        _ = broker.handle(.heartbeat(worker: PeerID(1), capacity: 0))
        #expect(broker.request(2).dispatches.isEmpty)
        #expect(broker.handle(.reply(worker: PeerID(1), token: first.token)).answeredClients == [PeerID(100)])
        #expect(broker.ready(2).dispatches.map(\.worker) == [PeerID(2)])
    }

    @Test func `a disconnected client's queued and running requests are dropped`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.request(1, client: 100)
        _ = broker.request(2, client: 100)
        _ = broker.request(3, client: 200)
        let actions = broker.handle(.departed(PeerID(100)))
        #expect(actions.failures.isEmpty)
        #expect(actions.releases == 2)
        #expect(broker.core.heldCount == 1)
    }

    @Test func `a worker that returned a request gets it again after a pause`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let first = try #require(broker.request(1).dispatches.first)
        #expect(broker.handle(.busy(worker: PeerID(1), token: first.token)).dispatches.isEmpty)
        #expect(broker.advance(ms: 11).dispatches.count == 1)
    }

    @Test func `a request with a partial reply is not started again after a crash`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.ready(2)
        let first = try #require(broker.request(1).dispatches.first)
        let part = broker.handle(.partial(worker: first.worker, token: first.token))
        #expect(part == [.passPartial(client: PeerID(100), service: "diary")])
        #expect(broker.handle(.departed(first.worker)).failures == [1: .outcomeUnknown])
    }

    @Test func `a request that is returned after a partial reply is not started again`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let first = try #require(broker.request(1).dispatches.first)
        _ = broker.handle(.partial(worker: first.worker, token: first.token))
        #expect(broker.handle(.busy(worker: first.worker, token: first.token)).failures == [1: .outcomeUnknown])
        #expect(broker.core.heldCount == 0)
    }

    @Test func `workers that fall silent together do not get each other's requests`() {
        var broker = CoreFixture()
        _ = broker.ready(1, capacity: 2)
        _ = broker.ready(2, capacity: 2)
        _ = broker.request(1)
        _ = broker.request(2)
        let actions = broker.advance(ms: 3_001)
        #expect(actions.contains(.disconnect(worker: PeerID(1))))
        #expect(actions.contains(.disconnect(worker: PeerID(2))))
        #expect(actions.dispatches.isEmpty)
        #expect(broker.core.queuedCount("diary") == 2)
    }

    @Test func `a request that is returned to a service without workers fails after the grace period`() {
        var broker = CoreFixture { $0.graceMs = 2_000 }
        _ = broker.ready(1)
        _ = broker.request(1)
        _ = broker.handle(.heartbeat(worker: PeerID(1), capacity: 0))
        #expect(broker.advance(ms: 3_001).failures == [1: .unavailable])
    }

    @Test func `an external worker may be silent while it works, and longer than others while idle`() throws {
        var broker = CoreFixture()
        _ = broker.handle(.ready(worker: PeerID(1), service: "echo", capacity: 1, kind: .plain))
        _ = broker.advance(ms: 9_000)
        #expect(broker.core.isServed("echo"))
        let request = try #require(broker.request(1, service: "echo", timeLeftMs: 120_000).dispatches.first)
        _ = broker.advance(ms: 50_000)
        #expect(broker.core.isServed("echo"))
        _ = broker.handle(.reply(worker: PeerID(1), token: request.token))
        _ = broker.advance(ms: 10_001)
        #expect(!broker.core.isServed("echo"))
    }

    @Test func `an external worker's second READY is answered with DISCONNECT`() {
        var broker = CoreFixture()
        let ready = BrokerEvent.ready(worker: PeerID(1), service: "echo", capacity: 1, kind: .plain)
        #expect(broker.handle(ready).isEmpty)
        #expect(broker.handle(ready) == [.disconnect(worker: PeerID(1))])
        #expect(!broker.core.isServed("echo"))
    }

    @Test func `service names without workers make room for others`() {
        var broker = CoreFixture { limits in
            limits.servicesMax = 2
            limits.graceMs = 100
        }
        _ = broker.request(1, service: "a")
        _ = broker.request(2, service: "b")
        #expect(broker.request(3, service: "c").failures.count == 1)
        _ = broker.advance(ms: 200)
        #expect(broker.request(4, service: "c").failures.isEmpty)
    }

    @Test(arguments: ["b", "c"])
    func `a worker is asked to register again if there was no room for one of its services`(taken: String) {
        var broker = CoreFixture { $0.servicesMax = 2 }
        _ = broker.ready(1, service: "a")
        _ = broker.request(1, service: taken)
        for service in ["b", "c"] {
            #expect(broker.ready(2, service: service).contains(.disconnect(worker: PeerID(2))) == false)
        }
        let heartbeat = BrokerEvent.heartbeat(worker: PeerID(2), capacity: nil)
        #expect(broker.handle(heartbeat) == [.disconnect(worker: PeerID(2))])
        #expect(broker.handle(heartbeat).isEmpty)
    }
}
