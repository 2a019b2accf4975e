/// What is known of the processes of a set and what is to be done next, apart from the doing.
///
/// Each event returns the actions that follow from it. Processes are numbered as in the table.
package struct SetState: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// What the supervisor is to do.
    package enum Action: Sendable, Equatable {
        case start(Int)
        case terminate(Int)
        case kill(Int)
        case tellRest(Int, Duration)
        /// It would end the same way again, so it is left alone, and the others go on.
        case tellGivenUp(Int)
        case tellReady(after: Duration)
        /// A process has given way to a new one, which is ready.
        case tellRenewed(Int)
        /// All have.
        case tellAllRenewed
        /// The new one is not ready in time, so the others are left as they are.
        case tellNotRenewed(Int)
        case fail(Failure)
        case finish
    }

    /// Why a set does not get ready.
    package enum Failure: Sendable, Equatable {
        case endsAgainAndAgain(Int)
        /// Another start would not help.
        case endedForGood(Int)
        case brokerNotInTime
        case gatewayNotInTime
    }

    /// Whose answer the start waits for.
    package enum Awaited: Sendable, Equatable {
        case broker
        case gateway
        case nobody
    }

    /// A set that is not ready by then has a reason that a person should see.
    package static let readyWithin: Duration = .seconds(60)
    /// Once is an accident; who ends this often while the set starts will not come up by itself.
    package static let endingsBeforeReadyMax = 3
    /// How long a process may drain: below 10 s, so that the three stages together stay within what `down` waits.
    package static let stopGrace: Duration = .seconds(9)

    private enum Status: Sendable {
        case idle
        case running(since: Instant)
        case resting(until: Instant)
        case stopping(killAt: Instant?)
        case stopped
    }

    private struct Entry: Sendable {
        let role: ProcessRole
        var status = Status.idle
        var backoff = RestartBackoff()
        var endings = 0

        var isRunning: Bool { if case .running = status { true } else { false } }
        var isStopping: Bool { if case .stopping = status { true } else { false } }
    }

    private enum Phase: Sendable, Equatable {
        case waitingForBroker
        case waitingForGateway
        case ready
        /// One after the other gives way to a new one.
        case renewing(Renewal)
        case stopping
        case finished
    }

    /// The process that gives way, and those that follow it.
    private struct Renewal: Equatable {
        var index: Int
        var others: ArraySlice<Int>
        /// When the new one was started; nil while the old one stops.
        var startedAt: Instant?
    }

    private var entries: [Entry]
    private var phase = Phase.waitingForBroker
    private let begunAt: Instant

    package init(roles: [ProcessRole], now: Instant) {
        entries = roles.map { Entry(role: $0) }
        begunAt = now
    }

    package var awaited: Awaited {
        switch phase {
        case .waitingForBroker: .broker
        case .waitingForGateway: .gateway
        case .renewing(let renewal): renewal.startedAt == nil ? .nobody : .gateway
        case .ready, .stopping, .finished: .nobody
        }
    }

    /// Whether the set has never been ready.
    private var isStarting: Bool { phase == .waitingForBroker || phase == .waitingForGateway }

    /// When ``timePassed(_:)`` has something to do next, if nothing else happens.
    package var wakeAt: Instant? {
        var times = entries.compactMap { entry in
            switch entry.status {
            case .resting(let until): until
            case .stopping(let killAt): killAt
            case .idle, .running, .stopped: nil
            }
        }
        if isStarting { times.append(begunAt + Self.readyWithin) }
        if case .renewing(let renewal) = phase, let startedAt = renewal.startedAt {
            times.append(startedAt + Self.readyWithin)
        }
        return times.min()
    }

    /// The first thing: the broker, because everybody else connects to it.
    package mutating func begin(_ now: Instant) -> [Action] {
        start(now) { $0.role == .broker }
    }

    /// The broker takes connections.
    package mutating func brokerAnswered(_ now: Instant) -> [Action] {
        guard phase == .waitingForBroker else { return [] }
        phase = .waitingForGateway
        return start(now) { $0.role != .broker }
    }

    /// The gateway says that every service answers.
    package mutating func gatewayAnswered(_ now: Instant) -> [Action] {
        if case .renewing(let renewal) = phase { return renewed(renewal, now) }
        guard phase == .waitingForGateway, entries.allSatisfy(\.isRunning) else { return [] }
        phase = .ready
        return [.tellReady(after: now - begunAt)]
    }

    /// Has every process that runs give way to a new one, one after the other in the order of starting, each when the one before is
    /// ready; nothing while the set starts, stops or does so already.
    package mutating func renew(_ now: Instant) -> [Action] {
        guard phase == .ready else { return [] }
        return renewNext(ArraySlice(entries.indices.filter { entries[$0].isRunning }), now)
    }

    private mutating func renewNext(_ others: ArraySlice<Int>, _ now: Instant) -> [Action] {
        // Who has ended by itself meanwhile is started anew anyway.
        guard let index = others.first(where: { entries[$0].isRunning }) else {
            phase = .ready
            return [.tellAllRenewed]
        }
        phase = .renewing(Renewal(index: index, others: others.drop { $0 <= index }, startedAt: nil))
        entries[index].status = .stopping(killAt: now + Self.stopGrace)
        return [.terminate(index)]
    }

    /// Whether a process gives way to a new one at this moment.
    package func isRenewing(_ index: Int) -> Bool {
        if case .renewing(let renewal) = phase { renewal.index == index } else { false }
    }

    private mutating func renewed(_ renewal: Renewal, _ now: Instant) -> [Action] {
        guard renewal.startedAt != nil, entries[renewal.index].isRunning else { return [] }
        return [.tellRenewed(renewal.index)] + renewNext(renewal.others, now)
    }

    /// A process ended, or could not be started.
    ///
    /// - Parameters:
    ///   - index: Which one.
    ///   - now: The present.
    ///   - isForGood: Whether it said that another start would not help.
    /// - Returns: What is to be done.
    package mutating func ended(_ index: Int, _ now: Instant, isForGood: Bool = false) -> [Action] {
        if case .renewing(var renewal) = phase, renewal.index == index, entries[index].isStopping {
            renewal.startedAt = now
            phase = .renewing(renewal)
            entries[index].status = .running(since: now)
            return [.start(index)]
        }
        guard case .running(let since) = entries[index].status, phase != .stopping else {
            entries[index].status = .stopped
            return phase == .stopping ? stopNext(now) : []
        }
        guard !isForGood else {
            entries[index].status = .stopped
            return isStarting ? [.fail(.endedForGood(index))] + stop(now) : [.tellGivenUp(index)]
        }
        entries[index].endings += 1
        guard !isStarting || entries[index].endings < Self.endingsBeforeReadyMax else {
            entries[index].status = .stopped
            return [.fail(.endsAgainAndAgain(index))] + stop(now)
        }
        let rest = entries[index].backoff.rest(afterLifeOf: now - since)
        entries[index].status = .resting(until: now + rest)
        return [.tellRest(index, rest)]
    }

    /// Starts who has rested, kills who does not stop, gives up a set that does not get ready.
    package mutating func timePassed(_ now: Instant) -> [Action] {
        if isStarting, now >= begunAt + Self.readyWithin {
            return [.fail(awaited == .broker ? .brokerNotInTime : .gatewayNotInTime)] + stop(now)
        }
        var actions: [Action] = []
        if case .renewing(let renewal) = phase, let startedAt = renewal.startedAt, now >= startedAt + Self.readyWithin {
            phase = .ready
            actions.append(.tellNotRenewed(renewal.index))
        }
        for index in entries.indices {
            switch entries[index].status {
            case .resting(let until) where until <= now:
                entries[index].status = .running(since: now)
                actions.append(.start(index))
            case .stopping(let killAt?) where killAt <= now:
                entries[index].status = .stopping(killAt: nil)
                actions.append(.kill(index))
            default:
                break
            }
        }
        return actions
    }

    /// Stops the set: the gateway, then the services, then the broker.
    package mutating func stop(_ now: Instant) -> [Action] {
        guard phase != .stopping, phase != .finished else { return [] }
        phase = .stopping
        // Who gives way to a new one at this moment is waited for, too.
        for index in entries.indices where !entries[index].isRunning && !entries[index].isStopping {
            entries[index].status = .stopped
        }
        return stopNext(now)
    }

    private mutating func stopNext(_ now: Instant) -> [Action] {
        // The cases of ProcessRole stand in the order of stopping.
        for role in ProcessRole.allCases {
            let members = entries.indices.filter { entries[$0].role == role }
            if members.contains(where: { entries[$0].isStopping }) { return [] }
            let running = members.filter { entries[$0].isRunning }
            guard running.isEmpty else {
                for index in running { entries[index].status = .stopping(killAt: now + Self.stopGrace) }
                return running.map { .terminate($0) }
            }
        }
        phase = .finished
        return [.finish]
    }

    private mutating func start(_ now: Instant, where isMeant: (Entry) -> Bool) -> [Action] {
        let meant = entries.indices.filter { isMeant(entries[$0]) }
        for index in meant { entries[index].status = .running(since: now) }
        return meant.map { .start($0) }
    }
}
