import Contracts

/// How the socket thread writes what a round had to say, and sleeps until there is more.
extension SocketLoop {
    func flush() {
        for link in links { link.flush() }
        for events in events { events.flush() }
    }

    func rest(_ now: UInt64) {
        if calls.count <= SpinGate.inFlightMax, gate.isOpen(at: now), spin(until: now + SpinGate.spinNs) { return }
        guard mailbox.prepareToSleep() else { return }
        let count = poller.wait(milliseconds: sleepMs(now))
        var (isWoken, hasEvents) = (false, false)
        for index in 0..<count {
            let number = poller.report(index).number
            if number == Self.wakeNumber { isWoken = true }
            if number != Self.wakeNumber, number % Self.numbersPerBroker != 1 { hasEvents = true }
        }
        mailbox.didWake(wasRaised: isWoken)
        if hasEvents { readSides(Deadline.monotonicNanoseconds()) }
    }

    private func sleepMs(_ now: UInt64) -> Int {
        var wait = calls.count > 0 ? Int(Self.deadlineCheckNs / 1_000_000) : Self.sleepMaxMs
        for index in links.indices {
            let due = min(links[index].attemptDue ?? .max, events[index].attemptDue ?? .max)
            guard due != .max else { continue }
            wait = min(wait, Int(Deadline.elapsed(from: now, to: due) / 1_000_000) + 1)
        }
        return wait
    }

    /// Looks at what comes besides requests and replies.
    func readSides(_ now: UInt64) {
        lastSideCheck = now
        for events in events {
            events.receive(frames, now) { topic, payload in
                for continuation in subscriptions[topic] ?? [] { continuation.yield(payload) }
            }
        }
    }

    /// Looks for work for a short while; whether there is some.
    private func spin(until end: UInt64) -> Bool {
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            if takeCommands(now) || receive(now) {
                flush()
                return true
            }
            SpinGate.giveWay()
            now = Deadline.monotonicNanoseconds()
        }
        return false
    }
}
