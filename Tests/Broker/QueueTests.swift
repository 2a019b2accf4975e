import BrokerCore
import Contracts
import Testing

struct QueueTests {
    @Test func `a request goes to a worker and its answer to the client`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let dispatch = try #require(broker.request(1, client: 100).dispatches.first)
        #expect(dispatch.worker == PeerID(1))
        let actions = broker.handle(.reply(worker: PeerID(1), token: dispatch.token))
        #expect(actions.answeredClients == [PeerID(100)])
        #expect(actions.releases == 1)
        #expect(broker.core.heldCount == 0)
    }

    @Test func `a worker never holds more than its capacity`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1, capacity: 2)
        let first = try #require(broker.request(1).dispatches.first)
        #expect(broker.request(2).dispatches.count == 1)
        #expect(broker.request(3).dispatches.isEmpty)
        let next = broker.handle(.reply(worker: PeerID(1), token: first.token))
        #expect(next.dispatches.count == 1)
    }

    @Test func `the least loaded worker comes first`() {
        var broker = CoreFixture()
        _ = broker.ready(1, capacity: 4)
        _ = broker.ready(2, capacity: 4)
        let workers = (1...4).flatMap { broker.request(UInt64($0)).dispatches.map(\.worker.number) }
        #expect(workers.filter { $0 == 1 }.count == 2)
        #expect(workers.filter { $0 == 2 }.count == 2)
    }

    @Test func `waiting requests are dispatched in the order of arrival`() throws {
        var broker = CoreFixture()
        for number in 1...3 { #expect(broker.request(UInt64(number)).isEmpty) }
        var dispatched: [BodyHandle] = []
        var actions = broker.ready(1)
        while let dispatch = actions.dispatches.first {
            for case .dispatch(_, _, let body, _, _) in actions { dispatched.append(body) }
            actions = broker.handle(.reply(worker: PeerID(1), token: dispatch.token))
        }
        #expect(dispatched == [BodyHandle(1), BodyHandle(2), BodyHandle(3)])
    }

    @Test func `a full queue sheds at once and says when to retry`() {
        var broker = CoreFixture { $0.queueMaxPerService = 2 }
        _ = broker.request(1)
        _ = broker.request(2)
        let shed = broker.request(3)
        #expect(shed.failures == [3: .overloaded(retryAfterMs: 1_000)])
        #expect(shed.releases == 1)
    }

    @Test func `one slow service does not delay another`() {
        var broker = CoreFixture { $0.queueMaxPerService = 1 }
        _ = broker.ready(1, service: "slow")
        _ = broker.ready(2, service: "quick")
        for number in 1...5 { _ = broker.request(UInt64(number), service: "slow") }
        #expect(broker.request(9, service: "quick").dispatches.map(\.worker) == [PeerID(2)])
    }

    @Test func `a request for a service without workers fails as unavailable after the grace period`() {
        var broker = CoreFixture { $0.graceMs = 2_000 }
        _ = broker.request(1)
        #expect(broker.advance(ms: 1_990).failures.isEmpty)
        #expect(broker.advance(ms: 20).failures == [1: .unavailable])
        #expect(broker.core.heldCount == 0)
    }

    @Test func `a worker that registers within the grace period gets the waiting request and its remaining time`() {
        var broker = CoreFixture()
        _ = broker.request(1, timeLeftMs: 5_000)
        _ = broker.advance(ms: 1_000)
        for case .dispatch(_, _, _, let timeLeftMs, let waited) in broker.ready(1) {
            #expect(timeLeftMs == 4_000)
            #expect(waited)
            return
        }
        Issue.record("no request was dispatched")
    }

    @Test func `a deadline ends queued and running requests, and the worker is told to cancel`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.request(1, timeLeftMs: 100)
        _ = broker.request(2, timeLeftMs: 100)
        let actions = broker.advance(ms: 101)
        #expect(actions.failures == [1: .deadlineExceeded, 2: .deadlineExceeded])
        #expect(actions.contains { if case .cancel(PeerID(1), _) = $0 { true } else { false } })
        #expect(broker.core.heldCount == 0)
    }

    @Test func `a resend of a held request only changes the client that gets the answer`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let dispatch = try #require(broker.request(1, client: 100).dispatches.first)
        let resend = broker.request(1, client: 200)
        #expect(resend.dispatches.isEmpty)
        #expect(resend.releases == 1)
        #expect(broker.handle(.reply(worker: PeerID(1), token: dispatch.token)).answeredClients == [PeerID(200)])
    }

    @Test func `a resend over an older connection does not redirect the answer to it`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let first = try #require(broker.request(1, client: 200).dispatches.first)
        #expect(broker.request(1, client: 100).releases == 1)
        #expect(broker.handle(.reply(worker: first.worker, token: first.token)).answeredClients == [PeerID(200)])
    }

    @Test func `a resend with less time left shortens the deadline, and none extends it`() {
        var broker = CoreFixture()
        _ = broker.ready(1)
        _ = broker.request(1, timeLeftMs: 1_000)
        _ = broker.request(1, timeLeftMs: 400)
        _ = broker.request(1, timeLeftMs: .max)
        #expect(broker.advance(ms: 399).failures.isEmpty)
        #expect(broker.advance(ms: 1).failures == [1: .deadlineExceeded])
    }

    @Test func `the grace period begins when the last worker disconnects`() {
        var broker = CoreFixture { $0.graceMs = 2_000 }
        _ = broker.ready(1)
        _ = broker.request(1)
        _ = broker.request(2)
        _ = broker.advance(ms: 2_500)
        _ = broker.handle(.departed(PeerID(1)))
        #expect(broker.advance(ms: 1_990).failures.isEmpty)
        #expect(broker.advance(ms: 20).failures == [1: .unavailable, 2: .unavailable])
    }

    @Test func `a cancelled request leaves the queue, or occupies its worker until that has stopped`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let token = try #require(broker.request(1).dispatches.first?.token)
        _ = broker.request(2)
        #expect(broker.handle(.cancel(client: PeerID(100), id: CoreFixture.id(2))).releases == 1)
        let stopped = broker.handle(.cancel(client: PeerID(100), id: CoreFixture.id(1)))
        #expect(stopped.contains { if case .cancel(PeerID(1), _) = $0 { true } else { false } })
        #expect(broker.core.heldCount == 0)
        #expect(broker.request(3).dispatches.isEmpty)
        let late = broker.handle(.reply(worker: PeerID(1), token: token))
        #expect(late.answeredClients.isEmpty)
        #expect(late.dispatches.count == 1)
    }

    @Test func `a client with many requests delays another client's request by only one`() throws {
        var broker = CoreFixture()
        _ = broker.ready(1)
        let first = try #require(broker.request(1, client: 100).dispatches.first)
        for number in 2...10 { _ = broker.request(UInt64(number), client: 100) }
        _ = broker.request(11, client: 200)
        let second = try #require(broker.handle(.reply(worker: PeerID(1), token: first.token)).dispatches.first)
        let third = broker.handle(.reply(worker: PeerID(1), token: second.token))
        // Bodies are numbered like requests.
        #expect(third.contains { if case .dispatch(_, _, BodyHandle(11), _, _) = $0 { true } else { false } })
    }

    @Test func `a full queue sheds the last request of the client with most waiting`() {
        var broker = CoreFixture { $0.queueMaxPerService = 4 }
        for number in 1...4 { _ = broker.request(UInt64(number), client: 100) }
        #expect(broker.request(5, client: 200).failures == [4: .overloaded(retryAfterMs: 1_000)])
        #expect(broker.request(6, client: 100).failures == [6: .overloaded(retryAfterMs: 1_000)])
        #expect(broker.core.queuedCount("diary") == 4)
    }

    @Test func `all queues together hold no more bytes than the limit`() {
        var broker = CoreFixture { $0.heldBytesMax = 400 }
        #expect(broker.request(1, byteCount: 300).failures.isEmpty)
        #expect(broker.request(2, byteCount: 1).failures == [2: .overloaded(retryAfterMs: 1_000)])
        _ = broker.handle(.cancel(client: PeerID(100), id: CoreFixture.id(1)))
        #expect(broker.request(3, byteCount: 1).failures.isEmpty)
    }

    @Test func `a client cannot cancel another client's request`() {
        var broker = CoreFixture()
        _ = broker.request(1, client: 100)
        #expect(broker.handle(.cancel(client: PeerID(200), id: CoreFixture.id(1))).isEmpty)
        #expect(broker.core.heldCount == 1)
    }

    @Test func `requests for many unknown names do not displace Mealwire's own services`() {
        var limits = BrokerLimits()
        limits.servicesMax = 4
        var core = BrokerCore(epoch: 1, limits: limits, names: ["diary"])
        var actions: [BrokerAction] = []
        for number in 1...10 {
            let request = IncomingRequest(
                id: .make(),
                client: PeerID(1),
                service: "name \(number)",
                timeLeftMs: 1_000,
                retryable: true,
                body: BodyHandle(number)
            )
            core.handle(.request(request), at: 1_000_000_000, into: &actions)
        }
        core.handle(
            .ready(worker: PeerID(2), service: "diary", capacity: 1, kind: .own),
            at: 1_000_000_001,
            into: &actions
        )
        #expect(core.isServed("diary"))
    }

    @Test func `a partial reply that the client does not accept leaves its request retryable`() {
        var core = BrokerCore(epoch: 1)
        var actions: [BrokerAction] = []
        for worker in [PeerID(2), PeerID(3)] {
            core.handle(
                .ready(worker: worker, service: "echo", capacity: 1, kind: .plain),
                at: 1_000_000_000,
                into: &actions
            )
        }
        let request = IncomingRequest(
            id: .make(),
            client: PeerID(1),
            service: "echo",
            timeLeftMs: 1_000,
            retryable: true,
            body: BodyHandle(0),
            takesParts: false
        )
        core.handle(.request(request), at: 1_000_000_000, into: &actions)
        let dispatched = actions.compactMap { action -> (PeerID, AttemptToken)? in
            if case .dispatch(let worker, let token, _, _, _) = action { (worker, token) } else { nil }
        }
        guard let (worker, token) = dispatched.first else {
            Issue.record("no worker got the request")
            return
        }
        core.handle(.partial(worker: worker, token: token), at: 1_000_000_001, into: &actions)
        actions.removeAll()
        core.handle(.departed(worker), at: 1_000_000_002, into: &actions)
        let again = actions.contains { if case .dispatch = $0 { true } else { false } }
        #expect(again)
    }
}
