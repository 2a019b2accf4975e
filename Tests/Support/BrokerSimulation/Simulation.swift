package import BrokerCore
import Contracts
import HeapModule
import SeededRandom

/// Many clients and workers with one or two brokers on one virtual clock, with injected faults.
///
/// All randomness comes from the seed, and nothing depends on real time: a seed always gives the same run.
package struct Simulation {
    /// Start value of the clock: a monotonic clock is never near zero when processes run.
    static let beginning: UInt64 = 1_000_000_000_000
    /// Maximum duration of draining after the last fault.
    private static let drainMaxNs: UInt64 = 40_000_000_000

    /// Default number of steps of a run.
    package static let defaultSteps = 50_000

    let seed: Int
    let mutation: BrokerMutation?
    let plan: Plan
    var random: SeededGenerator
    var now = Simulation.beginning
    package internal(set) var statistics = RunStatistics()
    var brokers: [SimulatedBroker] = []
    var clients: [SimulatedClient] = []
    var workers: [SimulatedWorker] = []
    var adversarialPeers: [AdversarialPeer] = []
    /// By process: brokers first, then clients, workers and adversarial peers.
    var processStates: [ProcessState] = []
    var links: [Link] = []
    /// Whether faults and new requests occur; otherwise everything drains.
    var injectsFaults = true
    /// Requests that are not retryable and have been started by a worker.
    var startedOnce: Set<UUIDv7> = []
    var lastID: UInt64 = 0
    var lastBody = 0
    package var trace = Trace(linesMax: 0)
    private var eventQueue = Heap<ScheduledEvent>()
    private var sequence: UInt64 = 0

    package init(
        seed: Int,
        steps: Int = Simulation.defaultSteps,
        mutation: BrokerMutation? = nil,
        ignoring ignored: Set<Invariant> = []
    ) {
        self.seed = seed
        self.mutation = mutation
        random = SeededGenerator(seed: seed)
        plan = Plan(steps: steps, random: &random)
        addProcesses(ignored)
        for process in processStates.indices { schedule(in: 0, .start(process: process)) }
        schedule(in: random.milliseconds(plan.faultPauseMs), .fault)
    }

    /// Runs to the end, or to the first violation.
    package mutating func run() -> FailedRun? {
        defer { statistics.fingerprint = random.next() }
        do {
            while statistics.steps < plan.steps { try step() }
            try drain()
            return nil
        } catch {
            return FailedRun(
                violation: error,
                seed: seed,
                steps: plan.steps,
                mutation: mutation,
                step: statistics.steps,
                time: now - Self.beginning
            )
        }
    }

    /// Lets all requests finish, and then calls every service once more.
    private mutating func drain() throws(InvariantViolation) {
        injectsFaults = false
        disconnectAdversarialPeers()
        try runUntilDrained()
        let before = statistics.endings[.answered, default: 0]
        let expected = sendLastRound()
        try runUntilDrained()
        let answered = statistics.endings[.answered, default: 0] - before
        try require(answered >= expected, .drains, "\(answered) of the last \(expected) requests are answered")
    }

    private mutating func runUntilDrained() throws(InvariantViolation) {
        let end = now + Self.drainMaxNs
        var next = now + 1_000_000_000
        while now < end {
            try step()
            guard now >= next else { continue }
            if unfinishedWork == nil { return }
            next = now + 100_000_000
        }
        throw InvariantViolation(invariant: .drains, detail: unfinishedWork ?? "nothing is left")
    }

    // MARK: Time

    private mutating func step() throws(InvariantViolation) {
        guard let scheduled = eventQueue.popMin() else { return }
        now = scheduled.time
        if let process = scheduled.process, processStates[process].incarnation != scheduled.incarnation { return }
        try handle(scheduled.event)
    }

    /// Handles an event now, or stores it until its process has thawed.
    mutating func handle(_ event: SimulationEvent) throws(InvariantViolation) {
        if let process = process(of: event), processStates[process].isFrozen {
            processStates[process].backlog.append(event)
            return
        }
        statistics.steps += 1
        switch event {
        case .arrivesAtBroker(let link, let message): try arriveAtBroker(link, message)
        case .arrivesAtPeer(let link, let message): try arriveAtPeer(link, message)
        case .tick(let broker): try tick(broker)
        case .client(let client, let timer): try handleTimer(client: client, timer)
        case .worker(let worker, let timer): handleTimer(worker: worker, timer)
        case .adversarialPeer(let adversarialPeer): runAdversarialPeer(adversarialPeer)
        case .start(let process): start(process)
        case .thaw(let process): try thaw(process)
        case .fault: try injectFault()
        }
    }

    /// Returns the process of an event, if that process can be frozen.
    private func process(of event: SimulationEvent) -> Int? {
        switch event {
        case .arrivesAtBroker(let link, _): links[link].broker
        case .arrivesAtPeer(let link, _): links[link].peer
        case .tick(let broker): broker
        case .client(let client, _): clients[client].process
        case .worker(let worker, _): workers[worker].process
        case .adversarialPeer(let adversarialPeer): adversarialPeers[adversarialPeer].process
        case .start, .thaw, .fault: nil
        }
    }

    /// Schedules an event, which is void if its process dies before.
    mutating func schedule(in delay: UInt64, _ event: SimulationEvent) {
        let process = process(of: event)
        schedule(
            at: now + delay,
            event,
            process: process,
            incarnation: process.map { processStates[$0].incarnation } ?? 0
        )
    }

    /// Schedules an event for one incarnation of a process, or for no process.
    mutating func schedule(at time: UInt64, _ event: SimulationEvent, process: Int?, incarnation: Int) {
        sequence += 1
        eventQueue.insert(
            ScheduledEvent(time: time, sequence: sequence, process: process, incarnation: incarnation, event: event)
        )
    }
}
