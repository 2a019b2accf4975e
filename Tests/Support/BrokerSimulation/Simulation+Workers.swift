import BrokerCore
import Contracts

extension Simulation {
    /// A worker that hears nothing for this long reconnects.
    private static let workerSilenceMaxNs: UInt64 = 4_000_000_000

    mutating func handleTimer(worker: Int, _ timer: WorkerTimer) {
        switch timer {
        case .connect(let broker): connect(worker: worker, to: broker)
        case .heartbeat: sendHeartbeat(worker)
        case .finish(let run): finish(worker, run)
        }
    }

    // MARK: Connections

    private mutating func connect(worker: Int, to broker: Int) {
        guard workers[worker].links[broker] == nil, !workers[worker].isDraining else { return }
        guard let link = connect(workers[worker].process, to: broker) else {
            return schedule(in: random.milliseconds(10...200), .worker(worker, .connect(broker: broker)))
        }
        workers[worker].links[broker] = link
        register(worker, link)
    }

    private mutating func register(_ worker: Int, _ link: Int) {
        guard !workers[worker].isDraining else { return }
        for offer in workers[worker].offers {
            send(.ready(service: offer.service, capacity: offer.capacity, kind: workers[worker].kind), over: link)
        }
    }

    private mutating func sendHeartbeat(_ worker: Int) {
        let isOwn = workers[worker].kind == .own
        schedule(in: random.milliseconds(isOwn ? 900...950 : 2_400...2_600), .worker(worker, .heartbeat))
        // A plain worker is silent while it works.
        guard isOwn || workers[worker].runs.isEmpty else { return }
        for (broker, link) in workers[worker].links.enumerated() {
            guard let link else { continue }
            if isOwn, now - links[link].lastHeard > Self.workerSilenceMaxNs {
                leave(link)
                lostBroker(worker: worker, link, broker)
            } else {
                send(.heartbeat(capacity: nil), over: link)
            }
        }
    }

    private mutating func lostBroker(worker: Int, _ link: Int, _ broker: Int) {
        guard workers[worker].links[broker] == link else { return }
        workers[worker].links[broker] = nil
        schedule(in: random.milliseconds(1...50), .worker(worker, .connect(broker: broker)))
    }

    /// Stops accepting requests, finishes the running ones, leaves, and is replaced.
    mutating func beginDrain(_ worker: Int) {
        let process = workers[worker].process
        guard processStates[process].isUp, !processStates[process].isFrozen, workers[worker].kind == .own,
            !workers[worker].isDraining
        else { return }
        statistics.record(.drain)
        workers[worker].isDraining = true
        for case .some(let link) in workers[worker].links { send(.heartbeat(capacity: 0), over: link) }
        leaveIfDrained(worker)
    }

    private mutating func leaveIfDrained(_ worker: Int) {
        guard workers[worker].isDraining, workers[worker].runs.isEmpty else { return }
        for case .some(let link) in workers[worker].links { send(.disconnect, over: link) }
        end(workers[worker].process, restartMs: 50...1_000)
    }

    // MARK: Requests

    mutating func receive(worker: Int, _ link: Int, _ message: MessageToPeer) throws(InvariantViolation) {
        if workers[worker].kind == .plain, !workers[worker].runs.isEmpty {
            workers[worker].unread.append((link, message))
            return
        }
        switch message {
        case .request(let token, let id, let service, let retryable):
            guard workers[worker].kind == .plain || workers[worker].hasRoom(service) else {
                statistics.record(.returnedAttempt)
                return send(.busy(token), over: link)
            }
            if !retryable {
                try require(startedOnce.insert(id).inserted, .runsOnce, "request \(id.low) is started a second time")
            }
            begin(worker, .init(token: token, link: link, service: service))
        case .cancel(let token):
            // A cancelled run ends soon, except if the handler does not check for cancellation.
            guard let run = workers[worker].runs.first(where: { $0.value.token == token })?.key,
                !injectsFaults || !random.oneIn(4)
            else { return }
            schedule(in: random.microseconds(0...20_000), .worker(worker, .finish(run: run)))
        case .disconnect: register(worker, link)
        case .end: lostBroker(worker: worker, link, links[link].broker)
        case .heartbeat: if workers[worker].kind == .plain { send(.heartbeat(capacity: nil), over: link) }
        case .answer, .partial, .failure: return
        }
    }

    private mutating func begin(_ worker: Int, _ run: SimulatedWorker.Run) {
        workers[worker].lastRun += 1
        workers[worker].runs[workers[worker].lastRun] = run
        schedule(in: duration(), .worker(worker, .finish(run: workers[worker].lastRun)))
        if random.oneIn(50) { send(.partial(run.token), over: run.link) }
    }

    /// Returns the duration of a run: most are short, and some take seconds.
    private mutating func duration() -> UInt64 {
        guard injectsFaults else { return 1_000_000 }
        switch random.number(1...100) {
        case 1: return random.milliseconds(1_000...8_000)
        case 2...8: return random.milliseconds(50...500)
        default: return random.microseconds(plan.workUs)
        }
    }

    private mutating func finish(_ worker: Int, _ number: Int) {
        guard let run = workers[worker].runs.removeValue(forKey: number) else { return }
        // An answer belongs to the connection of its request; a faulty worker uses the next one.
        if workers[worker].links.contains(run.link) {
            send(.reply(run.token), over: run.link)
        } else if let link = workers[worker].links[links[run.link].broker], random.oneIn(2) {
            send(.reply(run.token), over: link)
        }
        leaveIfDrained(worker)
        let unread = workers[worker].unread
        workers[worker].unread = []
        for (link, message) in unread {
            let time = links[link].lastDown
            schedule(
                at: max(now, min(time, now)),
                .arrivesAtPeer(link: link, message),
                process: workers[worker].process,
                incarnation: processStates[workers[worker].process].incarnation
            )
        }
    }
}
