/// Injects faults.
extension Simulation {
    /// Injects a random fault, and schedules the next one.
    mutating func strike() throws(InvariantViolation) {
        guard isStormy else { return }
        schedule(in: random.milliseconds(plan.faultPauseMs), .fault)
        switch random.number(0...99) {
        case 0...17: crash(someWorker(), restartMs: 10...2_000)
        case 18...27: freezeAlone(someWorker(), for: someSleep())
        case 28...39: beginDrain(random.number(0...(workers.count - 1)))
        case 40...47: crash(someClient(), restartMs: 10...1_000)
        case 48...54: freezeAlone(someClient(), for: someSleep())
        case 55...59: freezeAlone(someBroker(), for: random.milliseconds(10...1_000))
        case 60...64: freezeAlone(someBroker(), for: random.milliseconds(1_001...9_000))
        case 65...67: crash(someBroker(), restartMs: 50...3_000)
        case 68, 69: sleepAll()
        case 70...72: try jumpClock(someBroker(), by: random.milliseconds(1...990))
        case 73: try jumpClock(someBroker(), by: random.milliseconds(1_001...30_000))
        case 74: try hurryClock(someBroker())
        case 75...81: stallSomething()
        default: breakSomething()
        }
    }

    private mutating func someWorker() -> Int { workers[random.number(0...(workers.count - 1))].process }

    private mutating func someClient() -> Int { clients[random.number(0...(clients.count - 1))].process }

    private mutating func someBroker() -> Int { random.number(0...(brokers.count - 1)) }

    /// Returns a duration around the silence after which a worker is declared dead, or a shorter one.
    private mutating func someSleep() -> UInt64 {
        random.oneIn(2) ? random.milliseconds(10...1_000) : random.milliseconds(1_000...8_000)
    }

    /// Suspends the whole host: every clock jumps.
    private mutating func sleepAll() {
        let duration = random.milliseconds(1_100...20_000)
        tally.record(.hostSleep)
        for process in processStates.indices { freeze(process, for: duration) }
    }

    /// Advances a broker's clock several times, never so far that the broker notices.
    ///
    /// All workers then seem silent.
    private mutating func hurryClock(_ broker: Int) throws(InvariantViolation) {
        for _ in 1...4 { try jumpClock(broker, by: random.milliseconds(700...990)) }
    }

    private mutating func someLink() -> Int? {
        let open = clients.compactMap(\.link) + workers.flatMap { $0.links.compactMap(\.self) }
        return open.randomElement(using: &random)
    }

    private mutating func breakSomething() {
        if let link = someLink() { cut(link) }
    }

    /// Delays all messages of a connection for a while.
    private mutating func stallSomething() {
        guard let link = someLink() else { return }
        tally.record(.stalledConnection)
        let end = now + random.milliseconds(50...6_000)
        links[link].stalledUntil = max(links[link].stalledUntil, end)
        links[link].lastUp = max(links[link].lastUp, end)
        links[link].lastDown = max(links[link].lastDown, end)
    }
}
