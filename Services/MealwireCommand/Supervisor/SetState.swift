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

    private enum Phase: Sendable {
        case waitingForBroker
        case waitingForGateway
        case ready
        case stopping
        case finished
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
        case .ready, .stopping, .finished: .nobody
        }
    }

    /// When ``timePassed(_:)`` has something to do next, if nothing else happens.
    package var wakeAt: Instant? {
        var times = entries.compactMap { entry in
            switch entry.status {
            case .resting(let until): until
            case .stopping(let killAt): killAt
            case .idle, .running, .stopped: nil
            }
        }
        if awaited != .nobody { times.append(begunAt + Self.readyWithin) }
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
        guard phase == .waitingForGateway, entries.allSatisfy(\.isRunning) else { return [] }
        phase = .ready
        return [.tellReady(after: now - begunAt)]
    }

    /// A process ended, or could not be started.
    ///
    /// - Parameters:
    ///   - index: Which one.
    ///   - now: The present.
    ///   - isForGood: Whether it said that another start would not help.
    /// - Returns: What is to be done.
    package mutating func ended(_ index: Int, _ now: Instant, isForGood: Bool = false) -> [Action] {
        guard case .running(let since) = entries[index].status, phase != .stopping else {
            entries[index].status = .stopped
            return phase == .stopping ? stopNext(now) : []
        }
        guard !isForGood else {
            entries[index].status = .stopped
            return awaited == .nobody ? [.tellGivenUp(index)] : [.fail(.endedForGood(index))] + stop(now)
        }
        entries[index].endings += 1
        guard awaited == .nobody || entries[index].endings < Self.endingsBeforeReadyMax else {
            entries[index].status = .stopped
            return [.fail(.endsAgainAndAgain(index))] + stop(now)
        }
        let rest = entries[index].backoff.rest(afterLifeOf: now - since)
        entries[index].status = .resting(until: now + rest)
        return [.tellRest(index, rest)]
    }

    /// Starts who has rested, kills who does not stop, gives up a set that does not get ready.
    package mutating func timePassed(_ now: Instant) -> [Action] {
        if awaited != .nobody, now >= begunAt + Self.readyWithin {
            return [.fail(awaited == .broker ? .brokerNotInTime : .gatewayNotInTime)] + stop(now)
        }
        var actions: [Action] = []
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
        for index in entries.indices where !entries[index].isRunning {
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
