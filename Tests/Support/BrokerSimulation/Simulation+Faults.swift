/// Injects faults.
extension Simulation {
    /// Injects a random fault, and schedules the next one.
    mutating func injectFault() throws(InvariantViolation) {
        guard injectsFaults else { return }
        schedule(in: random.milliseconds(plan.faultPauseMs), .fault)
        switch random.number(0...99) {
        case 0...17: crash(randomWorker(), restartMs: 10...2_000)
        case 18...27: freezeOne(randomWorker(), for: randomSuspension())
        case 28...39: beginDrain(random.number(0...(workers.count - 1)))
        case 40...47: crash(randomClient(), restartMs: 10...1_000)
        case 48...54: freezeOne(randomClient(), for: randomSuspension())
        case 55...59: freezeOne(randomBroker(), for: random.milliseconds(10...1_000))
        case 60...64: freezeOne(randomBroker(), for: random.milliseconds(1_001...9_000))
        case 65...67: crash(randomBroker(), restartMs: 50...3_000)
        case 68, 69: suspendHost()
        case 70...72: try jumpClock(randomBroker(), by: random.milliseconds(1...990))
        case 73: try jumpClock(randomBroker(), by: random.milliseconds(1_001...30_000))
        case 74: try jumpClockRepeatedly(randomBroker())
        case 75...81: stallRandomLink()
        default: cutRandomLink()
        }
    }

    private mutating func randomWorker() -> Int { workers[random.number(0...(workers.count - 1))].process }

    private mutating func randomClient() -> Int { clients[random.number(0...(clients.count - 1))].process }

    private mutating func randomBroker() -> Int { random.number(0...(brokers.count - 1)) }

    /// Returns a duration around the silence after which a worker is declared dead, or a shorter one.
    private mutating func randomSuspension() -> UInt64 {
        random.oneIn(2) ? random.milliseconds(10...1_000) : random.milliseconds(1_000...8_000)
    }

    /// Suspends the whole host: every clock jumps.
    private mutating func suspendHost() {
        let duration = random.milliseconds(1_100...20_000)
        statistics.record(.hostSleep)
        for process in processStates.indices { freeze(process, for: duration) }
    }

    /// Advances a broker's clock several times, never so far that the broker notices.
    ///
    /// All workers then seem silent.
    private mutating func jumpClockRepeatedly(_ broker: Int) throws(InvariantViolation) {
        for _ in 1...4 { try jumpClock(broker, by: random.milliseconds(700...990)) }
    }

    private mutating func randomLink() -> Int? {
        let open = clients.compactMap(\.link) + workers.flatMap { $0.links.compactMap(\.self) }
        return open.randomElement(using: &random)
    }

    private mutating func cutRandomLink() {
        if let link = randomLink() { cut(link) }
    }

    /// Delays all messages of a connection for a while.
    private mutating func stallRandomLink() {
        guard let link = randomLink() else { return }
        statistics.record(.stalledConnection)
        let end = now + random.milliseconds(50...6_000)
        links[link].stalledUntil = max(links[link].stalledUntil, end)
        links[link].lastUp = max(links[link].lastUp, end)
        links[link].lastDown = max(links[link].lastDown, end)
    }
}
