import BrokerCore

/// Simulates connections: ordered and without loss while they last, with varying delays.
extension Simulation {
    /// Connects a peer to a broker; returns nil if the broker is down.
    ///
    /// A connection to a frozen broker succeeds, because the kernel accepts it.
    mutating func connect(_ peer: Int, to broker: Int) -> Int? {
        guard processStates[broker].isUp else { return nil }
        links.append(Link(peer: peer, broker: broker, lastHeard: now))
        return links.count - 1
    }

    private mutating func delay() -> UInt64 {
        guard injectsFaults, random.oneIn(40) else { return random.microseconds(20...400) }
        statistics.record(.delayedMessage)
        return random.microseconds(1...Plan.delayMaxUs)
    }

    mutating func send(_ message: MessageToBroker, over link: Int) {
        guard !links[link].isLeftByPeer else { return }
        let time = max(links[link].lastUp, now + delay())
        links[link].lastUp = time
        let broker = links[link].broker
        let incarnation = processStates[broker].incarnation
        schedule(at: time, .arrivesAtBroker(link: link, message), process: broker, incarnation: incarnation)
        if isDuplicated(message, over: link) {
            schedule(at: time, .arrivesAtBroker(link: link, message), process: broker, incarnation: incarnation)
        }
    }

    mutating func sendToPeer(_ message: MessageToPeer, over link: Int) {
        let time = max(links[link].lastDown, now + delay())
        links[link].lastDown = time
        let peer = links[link].peer
        let incarnation = processStates[peer].incarnation
        schedule(at: time, .arrivesAtPeer(link: link, message), process: peer, incarnation: incarnation)
    }

    /// Closes a peer's side of a connection; its sent messages may still arrive.
    mutating func leave(_ link: Int) {
        send(.end, over: link)
        links[link].isLeftByPeer = true
    }

    /// Breaks a connection; both sides notice at different times.
    mutating func cut(_ link: Int) {
        guard !links[link].isCut, !links[link].isLeftByPeer, !links[link].isLeftByBroker else { return }
        statistics.record(.brokenConnection)
        links[link].isCut = true
        let (peer, broker) = (links[link].peer, links[link].broker)
        schedule(
            at: now + random.milliseconds(0...300),
            .arrivesAtBroker(link: link, .end),
            process: broker,
            incarnation: processStates[broker].incarnation
        )
        schedule(
            at: now + random.milliseconds(0...300),
            .arrivesAtPeer(link: link, .end),
            process: peer,
            incarnation: processStates[peer].incarnation
        )
    }

    /// Ends a connection after its broker has died.
    mutating func loseBroker(_ link: Int) {
        guard !links[link].isLeftByBroker else { return }
        links[link].isLeftByBroker = true
        links[link].isCut = true
        guard !links[link].isLeftByPeer else { return }
        let peer = links[link].peer
        let time = now + random.microseconds(50...20_000)
        schedule(
            at: time,
            .arrivesAtPeer(link: link, .end),
            process: peer,
            incarnation: processStates[peer].incarnation
        )
    }

    mutating func arriveAtPeer(_ link: Int, _ message: MessageToPeer) throws(InvariantViolation) {
        guard !links[link].isLeftByPeer else { return }
        if case .end = message {
            links[link].isLeftByPeer = true
        } else if links[link].isCut || loses(message, over: link) {
            return
        }
        links[link].lastHeard = now
        trace.record(now - Self.beginning, "peer of \(link): \(message)")
        let peer = links[link].peer
        if let client = clientIndex(peer) {
            try receive(client: client, link, message)
        } else if let worker = workerIndex(peer) {
            try receive(worker: worker, link, message)
        } else if let adversarialPeer = adversarialPeerIndex(peer) {
            receive(adversarialPeer: adversarialPeer, link, message)
        }
    }

    func clientIndex(_ process: Int) -> Int? {
        let index = process - plan.brokers
        return clients.indices.contains(index) ? index : nil
    }

    func workerIndex(_ process: Int) -> Int? {
        let index = process - plan.brokers - clients.count
        return workers.indices.contains(index) ? index : nil
    }

    func adversarialPeerIndex(_ process: Int) -> Int? {
        let index = process - plan.brokers - clients.count - workers.count
        return adversarialPeers.indices.contains(index) ? index : nil
    }
}
