package import MealwireCore
import SeededRandom

/// Runs three devices of one user against a server, over a line that loses, doubles, delays and reorders messages.
///
/// Everything but the server follows from the seed. Invariants are checked at every step, and at the end when all
/// faults are over.
package struct SyncSimulation {
    enum Event {
        case act
        case arrive(boot: Int, DiarySync.Request)
        case answer(boot: Int, DiarySync.Answered)
        case save(boot: Int)
        case wake(boot: Int)
        case hint
        case fault
        case online
        case signIn(user: String)
    }

    struct Scheduled {
        let time: Int
        let order: Int
        let device: Int
        let event: Event
    }

    let seed: Int
    let plan: SyncPlan
    let mutation: SyncMutation?
    var random: SeededGenerator
    var server: any SyncServer
    var devices: [ModelDevice]
    var oracle = SyncOracle()
    var now = 1_000_000
    var step = 0
    /// Whether faults are over.
    var isDraining = false
    package var statistics = SyncStatistics()
    private var events: [Scheduled] = []
    private var lastOrder = 0
    var lastValue = 0
    /// The requests by their keys.
    var calls: [String: DiarySync.Call] = [:]
    /// The measurements that the server had before the first act.
    private(set) var firstMeasurements: Set<String> = []
    /// The amounts that an entry has had on the server.
    var formerAmounts: [String: [FoodAmount]] = [:]
    /// The request with the outcome that was delivered last.
    var lastDelivered: DiarySync.OpenRequest?
    /// Prints each step, to find the cause of a violation.
    package var isTraced = false

    /// Rounds of answers and decisions after the faults: each round can settle one conflict of an entry.
    private static let roundsMax = 60
    /// The events of one round.
    private static let eventsPerRoundMax = 20_000

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - seed: Determines everything but the server.
    ///   - steps: The number of events with faults.
    ///   - mutation: A rule of the devices to break.
    ///   - server: Makes the server; nil for a model.
    package init(
        seed: Int,
        steps: Int,
        mutation: SyncMutation? = nil,
        server: ((SyncPlan) -> any SyncServer)? = nil
    ) {
        self.seed = seed
        self.mutation = mutation
        random = SeededGenerator(seed: seed)
        plan = SyncPlan(steps: steps, random: &random)
        self.server = server?(plan) ?? ModelServer(plan)
        devices = (0..<plan.devices).map { ModelDevice(number: $0, mutation: mutation) }
    }

    /// Runs all steps, and returns the violated invariant, if any.
    package mutating func run() -> FailedSyncRun? {
        do {
            try start()
            while step < plan.steps, let event = next() { try handle(event) }
            try drain()
            return nil
        } catch {
            return FailedSyncRun(
                invariant: error.invariant,
                detail: error.detail,
                seed: seed,
                step: step,
                mutation: mutation
            )
        }
    }

    private mutating func start() throws(SyncViolation) {
        try server.readAll()
        firstMeasurements = Set(server.measurements.keys)
        for device in devices.indices {
            try open(device)
            try reduce(device, .signedIn(.init(user: ModelDevice.user, now: now)))
            schedule(.act, on: device, after: random.number(plan.pause))
            schedule(.fault, on: device, after: random.number(plan.faultPause))
        }
    }

    mutating func open(_ device: Int) throws(SyncViolation) {
        try reduce(device, .opened(.init(stored: devices[device].disk, now: now)))
    }

    /// Ends all faults, and lets every device finish its work.
    private mutating func drain() throws(SyncViolation) {
        isDraining = true
        events.removeAll {
            switch $0.event {
            case .act, .fault, .hint, .signIn: true
            default: false
            }
        }
        for device in devices.indices {
            devices[device].offlineUntil = 0
            devices[device].pauseUntil = 0
            try signIn(device, as: ModelDevice.user)
            try reduce(device, .online(.init(now: now)))
        }
        var rounds = 0
        while try hasWork() {
            rounds += 1
            guard rounds <= Self.roundsMax else { throw SyncViolation(invariant: .drains, detail: leftovers) }
            try settle()
            for device in devices.indices { try decide(device) }
        }
        for device in devices.indices { try reduce(device, .sync(.init(now: now))) }
        try settle()
        try server.readAll()
        try checkEnd()
    }

    private mutating func settle() throws(SyncViolation) {
        var left = Self.eventsPerRoundMax
        while let event = next() {
            try handle(event)
            left -= 1
            if left == 0 { throw SyncViolation(invariant: .drains, detail: "no end of events; \(leftovers)") }
        }
    }

    private func hasWork() throws(SyncViolation) -> Bool {
        !events.isEmpty
            || devices.contains { device in
                device.state.stored.writes.contains { write in
                    if case .refused = write.status { false } else { true }
                }
            }
    }

    private var leftovers: String {
        devices.map { device in
            "device \(device.number): \(device.state.stored.writes.map { "\($0.subject.id) \($0.status)" })"
        }.joined(separator: "; ")
    }

    mutating func schedule(_ event: Event, on device: Int, after delay: Int) {
        lastOrder += 1
        let scheduled = Scheduled(time: now + max(delay, 0), order: lastOrder, device: device, event: event)
        // The list is sorted from the last event to the first.
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            let other = events[middle]
            if (other.time, other.order) > (scheduled.time, scheduled.order) { low = middle + 1 } else { high = middle }
        }
        events.insert(scheduled, at: low)
    }

    private mutating func next() -> Scheduled? {
        guard let event = events.popLast() else { return nil }
        now = event.time
        step += 1
        return event
    }

    private mutating func handle(_ scheduled: Scheduled) throws(SyncViolation) {
        let device = scheduled.device
        switch scheduled.event {
        case .act:
            schedule(.act, on: device, after: random.number(plan.pause))
            if devices[device].sessionUser != ModelDevice.otherUser { try act(device) }
        case .arrive(let boot, let request): try arrive(request, from: device, boot: boot)
        case .answer(let boot, let answered):
            if boot == devices[device].boot { try deliver(answered, to: device) }
        case .save(let boot):
            if boot == devices[device].boot { try completeSave(device) }
        case .wake(let boot):
            guard boot == devices[device].boot else { return }
            devices[device].wakeAt = nil
            try reduce(device, .woke(.init(now: now)))
        case .hint: try reduce(device, .sync(.init(now: now)))
        case .fault:
            schedule(.fault, on: device, after: random.number(plan.faultPause))
            try fault(device)
        case .online:
            devices[device].pauseUntil = 0
            try reduce(device, .online(.init(now: now)))
        case .signIn(let user): try signIn(device, as: user)
        }
    }
}

/// What happened in runs, to see that every kind of thing did.
package struct SyncStatistics: Equatable, Sendable {
    package var counts: [String: Int]

    package init(counts: [String: Int] = [:]) { self.counts = counts }

    mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    package static func + (left: SyncStatistics, right: SyncStatistics) -> SyncStatistics {
        SyncStatistics(counts: left.counts.merging(right.counts, uniquingKeysWith: +))
    }
}
