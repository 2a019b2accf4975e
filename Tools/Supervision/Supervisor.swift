import Calendar
package import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
package import Observability
import ServiceKit

/// Runs a stack on one thread, which sleeps in `poll` until an event occurs.
///
/// It performs the actions of ``SupervisorStateMachine``.
package final class Supervisor {
    /// The shortest pause between two probes of the broker or the gateway during the start.
    private static let probeInterval: Duration = .milliseconds(20)
    /// Later pauses are this fraction of the elapsed time, so probing delays a start by at most that fraction.
    private static let probePart = 20

    private let options: StackOptions
    private let gateway: HostAddress
    private let lock: StackLock
    private let signals: SignalPipe
    private let output: SupervisorOutput
    /// The processes of the table, and after them the one that fills a demonstration, which the state machine ignores.
    private let children: [Child]
    private let environment: [String: String]
    /// The gateway's listening sockets, held open while the gateway restarts or is replaced; nil when the stack stops.
    private var listeners: Preflight.Listeners?
    /// Standard input of every process: no data is ever written, and it ends with the supervisor, even after a crash.
    private let inputPipe: (read: Int32, write: Int32)
    /// The pipe to `mealwire up --detach`, while that command waits.
    private var readyDescriptor: Int32?

    private var state: SupervisorStateMachine
    private var records: [ProcessRecord]
    /// When the current wait for a broker or gateway began.
    private var awaitedSince = ContinuousClock.now
    private var probe: GatewayProbe?
    private var probeAt = ContinuousClock.now
    private var lastAnswer = "nothing yet"
    /// The exit status of the command.
    private var status: Int32 = 0
    private var isFinished = false

    package init(
        options: StackOptions,
        gateway: HostAddress,
        listeners: Preflight.Listeners,
        lock: StackLock,
        signals: SignalPipe,
        console: Console,
        format: LogFormat,
        readyDescriptor: Int32?
    ) throws(CommandFailure) {
        self.options = options
        self.gateway = gateway
        self.listeners = listeners
        self.lock = lock
        self.signals = signals
        self.readyDescriptor = readyDescriptor
        let planned = ProcessTable.processes(of: options)
        children = (planned + [ProcessTable.filling(options)].compactMap { $0 }).map { Child($0) }
        records = planned.map { ProcessRecord(name: $0.name) }
        output = SupervisorOutput(names: children.map(\.planned.name), console: console, format: format)
        let own = ProcessTable.environment(of: options.data, format)
        environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
        inputPipe = try Descriptors.pipe()
        state = SupervisorStateMachine(roles: planned.map(\.role), now: .now)
    }

    /// Starts the stack and returns the exit status when the stack has stopped.
    package func run() -> Int32 {
        perform(state.begin(.now))
        while !isFinished {
            probeIfDue()
            waitForEvents()
            perform(state.timePassed(.now))
        }
        return status
    }

    // MARK: Actions

    private func perform(_ actions: [SupervisorStateMachine.Action]) {
        for action in actions {
            switch action {
            case .start(let index): start(index)
            case .terminate(let index): children[index].signal(SIGTERM)
            case .kill(let index):
                output.say("\(children[index].planned.name) does not stop; killing it.")
                children[index].signal(SIGKILL)
            case .reportDelay(let index, let delay):
                output.say("\(children[index].planned.name) starts again in \(delay).")
            case .reportGivenUp(let index):
                output.say(
                    "\(children[index].planned.name) is not restarted, because its failure is permanent; the other processes continue."
                )
            case .reportReady(let time): reportReady(after: time)
            case .reportRenewed(let index):
                probe = nil
                records[index].renewedAt = Timestamp.now()
                ProcessRecord.write(records, options.data)
                output.say("\(children[index].planned.name) was replaced by a new process.")
            case .reportAllRenewed: output.say("All processes are renewed.")
            case .reportNotRenewed(let index):
                output.say(
                    "The new \(children[index].planned.name) is not ready within \(SupervisorStateMachine.readyWithin) (\(lastAnswer)); "
                        + "the other processes are not replaced."
                )
            case .fail(let failure): fail(failure)
            case .finish: isFinished = true
            }
        }
    }

    private func start(_ index: Int) {
        (awaitedSince, probeAt) = (.now, .now)
        do {
            let child = children[index]
            let kept = [lock.processes] + (child.planned.role == .gateway ? listeners?.all ?? [] : [])
            try child.start(in: options.executables, environment, input: inputPipe.read, keeping: kept)
            if records[index].startedAt != nil, !state.isRenewing(index) { records[index].restarts += 1 }
            updateRecord(index, isRunning: true)
        } catch {
            output.say("\(error)")
            perform(state.ended(index, .now))
        }
    }

    /// Writes the process records for `mealwire status`.
    private func updateRecord(_ index: Int, isRunning: Bool) {
        records[index].pid = isRunning ? children[index].pid : nil
        if isRunning { records[index].startedAt = Timestamp.now() }
        ProcessRecord.write(records, options.data)
    }

    private func reportReady(after time: Duration) {
        probe = nil
        output.say("All \(records.count) processes are ready after \(Int(time / .milliseconds(1))) ms.")
        if !fillDemo() { announceReady() }
    }

    /// Starts the process that fills a demonstration; returns false if there is nothing to wait for.
    private func fillDemo() -> Bool {
        guard let child = children.last, child.planned == ProcessTable.filling(options) else { return false }
        do {
            try child.start(in: options.executables, environment, input: inputPipe.read, keeping: [])
        } catch {
            output.say("\(error)")
        }
        return child.pid != nil
    }

    /// Tells the user, or the command that waits, that the stack can be used.
    private func announceReady() {
        // The stack may have been stopped meanwhile.
        guard listeners != nil else { return }
        guard let descriptor = readyDescriptor else {
            return output.showGreeting(options.greeting(stop: "Ctrl-C stops it."))
        }
        DetachedStart.announceReady(on: descriptor)
        readyDescriptor = nil
    }

    private func fail(_ failure: SupervisorStateMachine.Failure) {
        probe = nil
        status = 1
        output.say(failure.sentence(children.map(\.planned.name), options, lastAnswer: lastAnswer))
        if let index = failure.process { output.repeatLines(children[index].recentLines, of: index) }
    }

    // MARK: Events

    private enum Source {
        case signals
        case output(child: Int, Int)
        case probe
        case starter
    }

    private func waitForEvents() {
        var sources: [Source] = [.signals]
        var interests = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        for (index, child) in children.enumerated() {
            for (number, output) in child.outputs.enumerated() where output.descriptor >= 0 {
                sources.append(.output(child: index, number))
                interests.append(pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0))
            }
        }
        if let probe {
            sources.append(.probe)
            interests.append(pollfd(fd: probe.descriptor, events: probe.events, revents: 0))
        }
        if let readyDescriptor {
            sources.append(.starter)
            // `poll` always reports an error, which means that the reader is gone, even without requested events.
            interests.append(pollfd(fd: readyDescriptor, events: 0, revents: 0))
        }
        guard poll(&interests, nfds_t(interests.count), pollTimeout()) > 0 else { return }
        for (source, interest) in zip(sources, interests) where interest.revents != 0 {
            handle(source)
        }
    }

    private func handle(_ source: Source) {
        switch source {
        case .signals: handleSignals(signals.drain())
        case .output(let index, let number):
            // The end of the process, handled before in the same turn, closes its outputs.
            guard children[index].outputs.indices.contains(number) else { return }
            output.show(children[index].readLines(of: number), of: index)
        case .probe: advanceProbe()
        case .starter:
            readyDescriptor = nil
            output.say("The command that waited for the stack has ended: stopping.")
            status = 1
            stop()
        }
    }

    /// Stops the stack.
    ///
    /// New connections are refused as soon as the gateway has stopped.
    private func stop() {
        let actions = state.stop(.now)
        if !actions.isEmpty { output.say("Stopping.") }
        for child in children.dropFirst(records.count) { child.signal(SIGTERM) }
        perform(actions)
        listeners?.closeAll()
        listeners = nil
    }

    private func handleSignals(_ taken: Set<Int32>) {
        for (index, child) in children.enumerated() {
            guard let ending = child.collectEnding() else { continue }
            output.show(ending.lines, of: index)
            if index == records.count { announceReady() }
            guard index < records.count else { continue }
            output.say("\(child.planned.name) \(ending.how).")
            updateRecord(index, isRunning: false)
            perform(state.ended(index, .now, isPermanent: ending.isPermanent))
        }
        if !taken.isDisjoint(with: [SIGTERM, SIGINT, SIGHUP]) {
            stop()
        } else if taken.contains(SignalPipe.renew) {
            let actions = state.renew(.now)
            output.say(
                actions.isEmpty
                    ? "Ignored a request to renew all processes, because the stack is not ready or is already renewing them."
                    : "Renewing all processes, one after the other."
            )
            perform(actions)
        }
    }

    // MARK: Readiness

    private func probeIfDue() {
        let now = ContinuousClock.now
        if let probe {
            guard now - probe.startedAt > GatewayProbe.timeout else { return }
            lastAnswer = "no answer within \(GatewayProbe.timeout)"
            return endProbe()
        }
        guard now >= probeAt else { return }
        switch state.awaited {
        case .nothing: return
        case .broker:
            if BrokerProbe(data: options.data).isAnswered() { perform(state.brokerAnswered(.now)) }
            endProbe()
        case .gateway:
            probe = GatewayProbe(gateway, host: options.authority, omitted: options.omitted)
            if probe == nil { endProbe() }
        }
    }

    private func advanceProbe() {
        guard case .ended(let answer)? = probe?.advance() else { return }
        lastAnswer = answer.text
        endProbe()
        if answer.isReady { perform(state.gatewayAnswered(.now)) }
    }

    private func endProbe() {
        probe = nil
        let now = ContinuousClock.now
        probeAt = now + max(Self.probeInterval, (now - awaitedSince) / Self.probePart)
    }

    /// Returns the milliseconds until the next deadline, or -1 without one.
    private func pollTimeout() -> Int32 {
        var times = state.wakeAt.map { [$0] } ?? []
        if state.awaited != .nothing {
            times.append(probe.map { $0.startedAt + GatewayProbe.timeout } ?? probeAt)
        }
        guard let next = times.min() else { return -1 }
        let milliseconds = (next - .now) / .milliseconds(1)
        return Int32(max(0, milliseconds.rounded(.up)))
    }
}
