import BrokerCore
import Contracts

extension Simulation {
    /// A waiting client that hears nothing for this long connects to another broker.
    private static let clientSilenceMaxNs: UInt64 = 4_000_000_000

    mutating func handleTimer(client: Int, _ timer: ClientTimer) throws(InvariantViolation) {
        switch timer {
        case .nextRequest:
            guard injectsFaults else { return }
            if clients[client].calls.count < clients[client].callsMax { sendRandomRequest(client) }
            // Some requests come in bursts.
            let pause = random.oneIn(4) ? 0 : random.microseconds(plan.pauseUs)
            schedule(in: pause, .client(client, .nextRequest))
        case .connect: connect(client: client)
        case .deadline(let id): try checkDeadline(client, id)
        case .cancel(let id):
            guard let call = clients[client].calls[id] else { return }
            end(client, id, .cancelled)
            if let link = call.link { send(.cancel(id: id), over: link) }
        case .resend(let id):
            guard let call = clients[client].calls[id], call.link != nil else { return }
            transmit(client, id)
        case .checkBroker:
            schedule(in: 1_000_000_000, .client(client, .checkBroker))
            guard let link = clients[client].link, !clients[client].calls.isEmpty,
                now - links[link].lastHeard > Self.clientSilenceMaxNs
            else { return }
            leave(link)
            lostBroker(client: client)
        }
    }

    // MARK: Calls

    private mutating func sendRandomRequest(_ client: Int) {
        let isPlain = plan.plainWorkers > 0 && random.oneIn(8)
        let service = isPlain ? Plan.plainService : Plan.services[random.number(0...(Plan.services.count - 1))]
        let timeLeft =
            random.oneIn(20) ? random.milliseconds(3_000...9_000) : random.milliseconds(20...1_500)
        let byteCount = random.number(100...4_000)
        let id = call(client, service, timeLeft: timeLeft, retryable: random.oneIn(2), byteCount: byteCount)
        if random.oneIn(20) { schedule(in: random.microseconds(0...200_000), .client(client, .cancel(id))) }
        if clients[client].calls[id]?.retryable ?? false, random.oneIn(20) {
            schedule(in: random.microseconds(0...100_000), .client(client, .resend(id)))
        }
    }

    /// Calls a service; returns the id of the request.
    @discardableResult
    private mutating func call(
        _ client: Int,
        _ service: String,
        timeLeft: UInt64,
        retryable: Bool,
        byteCount: Int
    ) -> UUIDv7 {
        lastID += 1
        let id = UUIDv7(high: 1, low: lastID)
        let verifiesDeadline = random.oneIn(2)
        clients[client].calls[id] = SimulatedClient.Call(
            service: service,
            retryable: retryable,
            byteCount: byteCount,
            deadline: now + timeLeft,
            verifiesDeadline: verifiesDeadline
        )
        statistics.requests += 1
        schedule(in: timeLeft + (verifiesDeadline ? Plan.toleranceNs : 0), .client(client, .deadline(id)))
        transmit(client, id)
        return id
    }

    /// Lets every client call every service once more; returns how many of the requests have room.
    mutating func sendLastRound() -> Int {
        for client in clients.indices {
            // So small that all fit at once.
            for service in Plan.services {
                call(client, service, timeLeft: 9_000_000_000, retryable: true, byteCount: 100)
            }
        }
        return min(clients.count, plan.limits.queueMaxPerService) * Plan.services.count
    }

    /// Sends a call, if there is a connection and time.
    private mutating func transmit(_ client: Int, _ id: UUIDv7) {
        guard let link = clients[client].link, let call = clients[client].calls[id], call.deadline > now else { return }
        let timeLeftMs = Int((call.deadline - now) / 1_000_000)
        if call.link != nil { statistics.record(.resend) }
        clients[client].calls[id]?.link = link
        clients[client].calls[id]?.sentAt = now
        clients[client].calls[id]?.timeLeftMs = timeLeftMs
        clients[client].exchanges[id, default: .init()].sent += 1
        send(
            .request(
                id: id,
                service: call.service,
                timeLeftMs: timeLeftMs,
                retryable: call.retryable,
                byteCount: call.byteCount
            ),
            over: link
        )
    }

    private mutating func end(_ client: Int, _ id: UUIDv7, _ ending: Ending) {
        clients[client].calls[id] = nil
        statistics.endings[ending, default: 0] += 1
    }

    private mutating func checkDeadline(_ client: Int, _ id: UUIDv7) throws(InvariantViolation) {
        guard let call = clients[client].calls[id] else { return }
        guard call.verifiesDeadline, let link = call.link, link == clients[client].link, !links[link].isCut else {
            end(client, id, .deadlineExceeded)
            if let link = call.link { send(.cancel(id: id), over: link) }
            return
        }
        // The broker must have answered, unless it was suspended or unreachable for a while.
        let broker = processStates[links[link].broker]
        let awake = max(
            call.sentAt,
            broker.lastThaw,
            processStates[clients[client].process].lastThaw,
            links[link].stalledUntil
        )
        let due = awake + UInt64(call.timeLeftMs) * 1_000_000 + Plan.toleranceNs
        if broker.isFrozen {
            schedule(in: 500_000_000, .client(client, .deadline(id)))
        } else if due > now {
            schedule(in: due - now, .client(client, .deadline(id)))
        } else {
            throw InvariantViolation(
                invariant: .answeredInTime,
                detail: "client \(link) has no answer to request \(id.low) in time"
            )
        }
    }

    // MARK: Brokers

    /// Connects to the first available broker of the list.
    private mutating func connect(client: Int) {
        guard clients[client].link == nil else { return }
        let process = clients[client].process
        for broker in brokers.indices {
            guard !random.oneIn(10), let link = connect(process, to: broker) else { continue }
            clients[client].link = link
            for id in waitingCalls(client) { transmit(client, id) }
            return
        }
        schedule(in: random.milliseconds(10...200), .client(client, .connect))
    }

    /// Returns the calls that wait for a connection, oldest first.
    private func waitingCalls(_ client: Int) -> [UUIDv7] {
        clients[client].calls.filter { $0.value.link == nil }.keys.sorted { $0.low < $1.low }
    }

    /// Retryable calls wait for the next connection under the same id; the others end.
    private mutating func lostBroker(client: Int) {
        clients[client].link = nil
        for (id, call) in clients[client].calls where call.link != nil {
            if call.retryable {
                clients[client].calls[id]?.link = nil
            } else {
                end(client, id, .outcomeUnknown)
            }
        }
        schedule(in: random.milliseconds(0...50), .client(client, .connect))
    }

    mutating func receive(client: Int, _ link: Int, _ message: MessageToPeer) throws(InvariantViolation) {
        switch message {
        case .answer(let id): try answered(client, id, .answered)
        case .failure(let id, let reason): try answered(client, id, Self.ending(reason))
        case .end: if clients[client].link == link { lostBroker(client: client) }
        default: return
        }
    }

    private mutating func answered(_ client: Int, _ id: UUIDv7, _ ending: Ending) throws(InvariantViolation) {
        clients[client].exchanges[id, default: .init()].answered += 1
        let exchange = clients[client].exchanges[id, default: .init()]
        try require(
            exchange.answered <= exchange.sent,
            .answeredOnce,
            "request \(id.low) was sent \(exchange.sent) times and answered \(exchange.answered) times"
        )
        if clients[client].calls[id] == nil {
            statistics.record(.lateAnswer)
        } else {
            end(client, id, ending)
        }
    }

    private static func ending(_ reason: FailureReason) -> Ending {
        switch reason {
        case .overloaded: .overloaded
        case .unavailable: .unavailable
        case .deadlineExceeded: .deadlineExceeded
        case .workerCrashed: .workerCrashed
        case .outcomeUnknown: .outcomeUnknown
        }
    }
}
