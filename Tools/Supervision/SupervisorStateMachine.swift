/// The state machine of the supervisor: events in, actions out, without any I/O.
///
/// Each event returns the actions that follow from it. Processes are numbered as in the process table.
package struct SupervisorStateMachine: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// An action for the supervisor.
    package enum Action: Sendable, Equatable {
        case start(Int)
        case terminate(Int)
        case kill(Int)
        case reportDelay(Int, Duration)
        /// The process would end the same way again, so it stays down while the others continue.
        case reportGivenUp(Int)
        case reportReady(after: Duration)
        /// The replacement of a process is ready.
        case reportRenewed(Int)
        /// The replacements of all processes are ready.
        case reportAllRenewed
        /// The replacement is not ready in time, so the other processes are not replaced.
        case reportNotRenewed(Int)
        case fail(Failure)
        case finish
    }

    /// Why a stack does not get ready.
    package enum Failure: Sendable, Equatable {
        case endsRepeatedly(Int)
        /// A restart would not help.
        case endedPermanently(Int)
        case brokerTimedOut
        case gatewayTimedOut
    }

    /// The process that the start waits for.
    package enum Awaited: Sendable, Equatable {
        case broker
        case gateway
        case nothing
    }

    /// The time in which a stack must get ready, otherwise its start fails with a reason.
    package static let readyWithin: Duration = .seconds(60)
    /// The number of endings during the start that makes the start fail; a single one may be an accident.
    package static let endingsBeforeReadyMax = 3
    /// How long a process may drain.
    ///
    /// Three stages of less than 10 s stay within the time that `down` waits.
    package static let stopGrace: Duration = .seconds(9)

    private enum Status: Sendable {
        case idle
        case running(since: Instant)
        case delayed(until: Instant)
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
        /// The processes are being replaced, one after the other.
        case renewing(Renewal)
        case stopping
        case finished
    }

    /// The process that is being replaced, and those to be replaced after it.
    private struct Renewal: Equatable {
        var index: Int
        var others: ArraySlice<Int>
        /// When the replacement was started; nil while the old process stops.
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
        case .renewing(let renewal): renewal.startedAt == nil ? .nothing : .gateway
        case .ready, .stopping, .finished: .nothing
        }
    }

    /// Whether the stack has never been ready.
    private var isStarting: Bool { phase == .waitingForBroker || phase == .waitingForGateway }

    /// When ``timePassed(_:)`` must be called next if no other event occurs.
    package var wakeAt: Instant? {
        var times = entries.compactMap { entry in
            switch entry.status {
            case .delayed(let until): until
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

    /// Starts the brokers, to which all other processes connect.
    package mutating func begin(_ now: Instant) -> [Action] {
        start(now) { $0.role == .broker }
    }

    /// Handles that the broker accepts connections.
    package mutating func brokerAnswered(_ now: Instant) -> [Action] {
        guard phase == .waitingForBroker else { return [] }
        phase = .waitingForGateway
        return start(now) { $0.role != .broker }
    }

    /// Handles that the gateway reports every service as ready.
    package mutating func gatewayAnswered(_ now: Instant) -> [Action] {
        if case .renewing(let renewal) = phase { return renewed(renewal, now) }
        guard phase == .waitingForGateway, entries.allSatisfy(\.isRunning) else { return [] }
        phase = .ready
        return [.reportReady(after: now - begunAt)]
    }

    /// Replaces every running process, one after the other in start order, each when the previous replacement is ready.
    ///
    /// Does nothing while the stack starts, stops or is already replacing its processes.
    package mutating func renew(_ now: Instant) -> [Action] {
        guard phase == .ready else { return [] }
        return renewNext(ArraySlice(entries.indices.filter { entries[$0].isRunning }), now)
    }

    private mutating func renewNext(_ others: ArraySlice<Int>, _ now: Instant) -> [Action] {
        // A process that has crashed meanwhile restarts anyway.
        guard let index = others.first(where: { entries[$0].isRunning }) else {
            phase = .ready
            return [.reportAllRenewed]
        }
        phase = .renewing(Renewal(index: index, others: others.drop { $0 <= index }, startedAt: nil))
        entries[index].status = .stopping(killAt: now + Self.stopGrace)
        return [.terminate(index)]
    }

    /// Returns whether a process is being replaced now.
    package func isRenewing(_ index: Int) -> Bool {
        if case .renewing(let renewal) = phase { renewal.index == index } else { false }
    }

    private mutating func renewed(_ renewal: Renewal, _ now: Instant) -> [Action] {
        guard renewal.startedAt != nil, entries[renewal.index].isRunning else { return [] }
        return [.reportRenewed(renewal.index)] + renewNext(renewal.others, now)
    }

    /// Handles that a process ended or could not be started.
    ///
    /// - Parameters:
    ///   - index: The number of the process.
    ///   - now: The current time.
    ///   - isPermanent: Whether its exit status says that a restart would not help.
    /// - Returns: The actions to perform.
    package mutating func ended(_ index: Int, _ now: Instant, isPermanent: Bool = false) -> [Action] {
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
        guard !isPermanent else {
            entries[index].status = .stopped
            return isStarting ? [.fail(.endedPermanently(index))] + stop(now) : [.reportGivenUp(index)]
        }
        entries[index].endings += 1
        guard !isStarting || entries[index].endings < Self.endingsBeforeReadyMax else {
            entries[index].status = .stopped
            return [.fail(.endsRepeatedly(index))] + stop(now)
        }
        let delay = entries[index].backoff.delay(afterLifeOf: now - since)
        entries[index].status = .delayed(until: now + delay)
        return [.reportDelay(index, delay)]
    }

    /// Restarts processes after their delay, kills those that do not stop, and fails a start that takes too long.
    package mutating func timePassed(_ now: Instant) -> [Action] {
        if isStarting, now >= begunAt + Self.readyWithin {
            return [.fail(awaited == .broker ? .brokerTimedOut : .gatewayTimedOut)] + stop(now)
        }
        var actions: [Action] = []
        if case .renewing(let renewal) = phase, let startedAt = renewal.startedAt, now >= startedAt + Self.readyWithin {
            phase = .ready
            actions.append(.reportNotRenewed(renewal.index))
        }
        for index in entries.indices {
            switch entries[index].status {
            case .delayed(let until) where until <= now:
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

    /// Stops the gateway, then the services, then the brokers.
    package mutating func stop(_ now: Instant) -> [Action] {
        guard phase != .stopping, phase != .finished else { return [] }
        phase = .stopping
        // A process that is being replaced is waited for, too.
        for index in entries.indices where !entries[index].isRunning && !entries[index].isStopping {
            entries[index].status = .stopped
        }
        return stopNext(now)
    }

    private mutating func stopNext(_ now: Instant) -> [Action] {
        // The cases of ProcessRole are declared in stop order.
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

    private mutating func start(_ now: Instant, where matches: (Entry) -> Bool) -> [Action] {
        let matching = entries.indices.filter { matches(entries[$0]) }
        for index in matching { entries[index].status = .running(since: now) }
        return matching.map { .start($0) }
    }
}

/// The delay before a process restarts: 100 ms, doubling to 10 s, and reset after a healthy life.
package struct RestartBackoff: Sendable {
    package static let shortest: Duration = .milliseconds(100)
    package static let longest: Duration = .seconds(10)
    /// A process that lived this long did not end because of a failing start.
    package static let healthyLife: Duration = .seconds(30)

    private var next = Self.shortest

    package init() {}

    /// Returns the delay after a process has ended.
    package mutating func delay(afterLifeOf life: Duration) -> Duration {
        if life >= Self.healthyLife { next = Self.shortest }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
