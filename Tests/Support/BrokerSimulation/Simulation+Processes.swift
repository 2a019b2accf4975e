import BrokerCore
import Contracts

/// Starts, freezes, thaws and ends processes.
extension Simulation {
    mutating func addProcesses(_ ignored: Set<Invariant>) {
        for number in 0..<plan.brokers {
            brokers.append(SimulatedBroker(process: number, limits: plan.limits, mutation: mutation, ignored: ignored))
        }
        var process = plan.brokers
        for number in 0..<plan.clients {
            let isGreedy = number == 0 && random.oneIn(2)
            clients.append(SimulatedClient(process: process, callsMax: isGreedy ? 60 : random.number(4...20)))
            process += 1
        }
        for number in 0..<(plan.workers + plan.plainWorkers) {
            let isPlain = number >= plan.workers
            workers.append(
                SimulatedWorker(
                    process: process,
                    kind: isPlain ? .plain : .own,
                    offers: isPlain ? [.init(service: Plan.plainService, capacity: 1)] : randomOffers(number),
                    brokers: plan.brokers
                )
            )
            process += 1
        }
        for _ in 0..<plan.adversarialPeers {
            adversarialPeers.append(AdversarialPeer(process: process, broker: random.number(0...(plan.brokers - 1))))
            process += 1
        }
        processStates = Array(repeating: ProcessState(), count: process)
    }

    /// Returns random offers of a worker, such that every service has at least one worker.
    private mutating func randomOffers(_ worker: Int) -> [SimulatedWorker.Offer] {
        let first = worker % Plan.services.count
        var offers = [SimulatedWorker.Offer(service: Plan.services[first], capacity: random.number(1...4))]
        if plan.workers < Plan.services.count || random.oneIn(2) {
            let second = (first + 1) % Plan.services.count
            offers.append(.init(service: Plan.services[second], capacity: random.number(1...4)))
        }
        return offers
    }

    mutating func start(_ process: Int) {
        processStates[process].isUp = true
        if process < plan.brokers {
            brokers[process].begin(epoch: random.next() | 1)
            schedule(in: random.microseconds(1...Plan.tickUs), .tick(broker: process))
        } else if let client = clientIndex(process) {
            schedule(in: 0, .client(client, .connect))
            schedule(in: random.microseconds(plan.pauseUs), .client(client, .nextRequest))
            schedule(in: random.milliseconds(1...1_000), .client(client, .checkBroker))
        } else if let worker = workerIndex(process) {
            for broker in 0..<(workers[worker].kind == .own ? plan.brokers : 1) {
                schedule(in: 0, .worker(worker, .connect(broker: broker)))
            }
            schedule(in: random.milliseconds(1...900), .worker(worker, .heartbeat))
        } else if let adversarialPeer = adversarialPeerIndex(process) {
            schedule(in: random.milliseconds(1...100), .adversarialPeer(adversarialPeer))
        }
    }

    /// Returns the fault by the kind of the process.
    private func kind(_ process: Int, broker: Fault, client: Fault, worker: Fault) -> Fault {
        process < plan.brokers ? broker : clientIndex(process) == nil ? worker : client
    }

    /// Crashes a process: its state is lost, and its connections end.
    mutating func crash(_ process: Int, restartMs: ClosedRange<Int>) {
        guard processStates[process].isUp else { return }
        statistics.record(kind(process, broker: .brokerCrash, client: .clientCrash, worker: .workerCrash))
        end(process, restartMs: restartMs)
    }

    /// Ends a process for any reason, and schedules the start of its replacement.
    mutating func end(_ process: Int, restartMs: ClosedRange<Int>) {
        let wasFrozen = processStates[process].isFrozen
        let lastThaw = processStates[process].lastThaw
        if process < plan.brokers {
            for link in links.indices where links[link].broker == process { loseBroker(link) }
        } else {
            // Messages already sent may still arrive, or not.
            let isLost = wasFrozen || random.oneIn(2)
            for link in links.indices where links[link].peer == process && !links[link].isLeftByPeer {
                if isLost { links[link].isCut = true }
                leave(link)
            }
            discardProcess(process)
        }
        processStates[process] = ProcessState(incarnation: processStates[process].incarnation + 1, lastThaw: lastThaw)
        schedule(in: random.milliseconds(restartMs), .start(process: process))
    }

    private mutating func discardProcess(_ process: Int) {
        if let client = clientIndex(process) {
            statistics.endings[.clientGone, default: 0] += clients[client].calls.count
            clients[client].discard()
        } else if let worker = workerIndex(process) {
            workers[worker].discard()
        }
    }

    // MARK: Freezing

    /// Freezes one process; all others continue, and so does its clock.
    mutating func freezeOne(_ process: Int, for duration: UInt64) {
        guard processStates[process].isUp, !processStates[process].isFrozen else { return }
        statistics.record(kind(process, broker: .brokerFreeze, client: .clientFreeze, worker: .workerFreeze))
        freeze(process, for: duration)
    }

    mutating func freeze(_ process: Int, for duration: UInt64) {
        guard processStates[process].isUp, !processStates[process].isFrozen else { return }
        processStates[process].isFrozen = true
        processStates[process].frozenAt = now
        schedule(
            at: now + duration,
            .thaw(process: process),
            process: process,
            incarnation: processStates[process].incarnation
        )
    }

    mutating func thaw(_ process: Int) throws(InvariantViolation) {
        let backlog = processStates[process].backlog
        let slept = now - processStates[process].frozenAt
        processStates[process].backlog = []
        processStates[process].isFrozen = false
        processStates[process].lastThaw = now
        if process < plan.brokers { return try wake(process, slept, backlog) }
        let incarnation = processStates[process].incarnation
        for event in backlog {
            guard processStates[process].incarnation == incarnation else { return }
            try handle(event)
        }
    }

    // MARK: The end

    /// Describes what has not drained yet; nil if everything has.
    var unfinishedWork: String? {
        for (number, state) in processStates.enumerated() where !state.isUp || state.isFrozen {
            return "process \(number) is not running"
        }
        for broker in brokers {
            if broker.core.heldCount > 0 { return "a broker holds \(broker.core.heldCount) requests" }
            if !broker.oracle.attempts.isEmpty { return "\(broker.oracle.attempts.count) attempts are not finished" }
        }
        for client in clients {
            if !client.calls.isEmpty { return "a client waits for \(client.calls.count) answers" }
            if client.link == nil { return "a client has no broker" }
        }
        for worker in workers where !worker.runs.isEmpty || worker.isDraining {
            return "a worker has not finished"
        }
        for broker in brokers {
            for worker in workers where worker.kind == .own {
                for offer in worker.offers where !broker.core.isServed(offer.service) {
                    return "\(offer.service) has no worker"
                }
            }
        }
        return nil
    }
}
