import NIOCore
import SeededRandom

/// Sends the requests of a run when they are due and counts the responses; must be used on one event loop only.
///
/// Latency counts from the due time, so a stack that stops for a second is charged for every request of that second.
/// When the limit of concurrent requests is reached, due requests wait, and their wait counts as well.
final class LoadDriver {
    /// A request that could not be sent within this time counts as missed.
    private static let sendTimeoutNs: UInt64 = 10_000_000_000
    private static let secondNs: UInt64 = 1_000_000_000

    let settings: LoadSettings
    private let eventLoop: any EventLoop
    let transport: any LoadTransport
    let scenario: any LoadScenario
    private let progressStore: ProgressStore
    private let ended: (LoadRecord) -> Void

    private let slices: [LoadSlice]
    private var arrivals: Arrivals
    /// The due time of the next request, since the start of the run.
    private var due: UInt64?
    private var slice = 0
    private(set) var recorder: LoadRecorder
    private(set) var inFlight = 0
    private var startNs: UInt64 = 0
    private(set) var isSending = false
    private var isEnded = false
    /// Whether due requests wait for responses to others.
    private var areRequestsWaiting = false
    /// Whether a call of `pump` is already scheduled.
    private var isPumpScheduled = false
    private var sentForNs: UInt64 = 0
    private var goodInTime = 0
    private var stopReason = LoadRecord.StopReason.time
    var people: [LoadPerson]

    init(
        _ settings: LoadSettings,
        scenario: any LoadScenario,
        people: [LoadPerson],
        on eventLoop: any EventLoop,
        over transport: any LoadTransport,
        progressStore: ProgressStore,
        ended: @escaping (LoadRecord) -> Void
    ) {
        self.settings = settings
        self.scenario = scenario
        self.people = people
        self.eventLoop = eventLoop
        self.transport = transport
        self.progressStore = progressStore
        self.ended = ended
        slices = settings.shape.slices(seconds: settings.seconds)
        arrivals = Arrivals(
            slices: slices,
            isPoisson: settings.isPoisson,
            random: SeededGenerator(seed: settings.seed &+ 1)
        )
        recorder = LoadRecorder(actions: scenario.actions.count)
    }

    /// Starts the run.
    func start() {
        startNs = NIODeadline.now().uptimeNanoseconds
        isSending = true
        due = arrivals.next()
        if case .steps = settings.shape {
            step(0)
        } else {
            at(UInt64(settings.seconds * Double(Self.secondNs))) { $0.stopSending(.time) }
        }
        tick(1)
        renewSessions()
        pump()
    }

    /// Stops sending; the run ends once all requests are answered.
    func stopSending(_ reason: LoadRecord.StopReason) {
        guard isSending else { return }
        isSending = false
        stopReason = reason
        sentForNs = sinceStart
        goodInTime = recorder.whole.good
        // Requests that were due until now and had to wait count as missed.
        while areRequestsWaiting, let missed = due, missed < sentForNs {
            recorder.miss(afterNs: sentForNs - missed)
            due = arrivals.next()
        }
        endIfDone()
    }

    // MARK: Sending

    private func pump() {
        while isSending, inFlight < settings.connections {
            guard settings.shape != .closed else {
                send(dueNs: sinceStart)
                continue
            }
            // All requests were sent. The timer of the end finishes the run.
            guard let dueNs = due else { return }
            let nowNs = sinceStart
            guard dueNs <= nowNs else {
                schedulePump(at: dueNs)
                return
            }
            due = arrivals.next()
            if nowNs - dueNs > Self.sendTimeoutNs { recorder.miss(afterNs: nowNs - dueNs) } else { send(dueNs: dueNs) }
        }
        areRequestsWaiting = isSending
    }

    private func send(dueNs: UInt64) {
        while slice + 1 < slices.count, dueNs >= slices[slice].endNs { slice += 1 }
        let call = scenario.next(hour: hour)
        let action = call.action ?? 0
        recorder.ask(action)
        if !areRequestsWaiting, settings.shape != .closed {
            recorder.wasLate(nanoseconds: sinceStart - min(dueNs, sinceStart))
        }
        inFlight += 1
        transport.send(call, as: call.person.map { people[$0] }) { answer in
            let answeredNs = answer.atNs - min(self.startNs, answer.atNs)
            self.recorder.answer(action, answer.outcome, afterNs: answeredNs - min(dueNs, answeredNs))
            self.inFlight -= 1
            self.scenario.answered(call, isGood: answer.isGood)
            if self.isSending { self.pumpSoon() } else { self.endIfDone() }
        }
    }

    /// The hour of the simulated day; nil for other shapes.
    private var hour: Double? {
        guard case .day = settings.shape else { return nil }
        return DayCurve.hour(ofSlice: slice)
    }

    /// Schedules one call of `pump`; calls before it runs are merged.
    private func pumpSoon() {
        guard settings.shape == .closed || areRequestsWaiting, !isPumpScheduled else { return }
        isPumpScheduled = true
        eventLoop.assumeIsolated().execute {
            self.isPumpScheduled = false
            self.pump()
        }
    }

    private func schedulePump(at dueNs: UInt64) {
        areRequestsWaiting = false
        at(dueNs) { $0.pump() }
    }

    // MARK: Time

    private var sinceStart: UInt64 { NIODeadline.now().uptimeNanoseconds - startNs }

    private func at(_ sinceStartNs: UInt64, _ body: @escaping (LoadDriver) -> Void) {
        let deadline = NIODeadline.uptimeNanoseconds(startNs + sinceStartNs)
        eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { body(self) }
    }

    /// Closes each second until the run has ended.
    private func tick(_ number: UInt64) {
        at(number * Self.secondNs) { driver in
            guard !driver.isEnded else { return }
            driver.closeSecond(Double(number))
            driver.renewSessions()
            driver.tick(number + 1)
        }
    }

    private func closeSecond(_ at: Double) {
        recorder.closeSecond(at: at, inFlight: inFlight)
        progressStore.show(
            ProgressSnapshot(
                elapsedS: at,
                ofS: settings.seconds,
                askedRate: slices.isEmpty ? nil : slices[slice].rate,
                last: recorder.seconds[recorder.seconds.count - 1],
                whole: recorder.whole
            )
        )
    }

    /// Schedules the end of a step, which starts the next one or ends the run.
    private func step(_ number: Int) {
        at(slices[number].endNs) { driver in
            guard driver.isSending else { return }
            let slice = driver.slices[number]
            let seconds = Double(slice.lengthNs) / Double(Self.secondNs)
            let waiting = driver.waiting(untilNs: slice.endNs)
            let closed = driver.recorder.closeStep(rate: slice.rate, seconds: seconds, waiting: waiting)
            if let reason = StepEvaluation.reasonToStop(closed, driver.settings.limits) {
                driver.stopSending(.saturated(reason))
            } else if number + 1 == driver.slices.count {
                driver.stopSending(.time)
            } else {
                driver.step(number + 1)
            }
        }
    }

    /// Returns the number of requests that were due before a time and have not been sent.
    private func waiting(untilNs endNs: UInt64) -> Int {
        // Works on a copy, because these requests are still sent later.
        var (ahead, next, count) = (arrivals, due, 0)
        while let dueNs = next, dueNs < endNs {
            count += 1
            next = ahead.next()
        }
        return count
    }

    // MARK: Completion

    private func endIfDone() {
        guard !isSending, inFlight == 0, !isEnded else { return }
        isEnded = true
        recorder.closeLastSecond(at: Double(sinceStart) / Double(Self.secondNs))
        ended(
            LoadRecord(
                recorder: recorder,
                sentForS: Double(sentForNs) / Double(Self.secondNs),
                goodInTime: goodInTime,
                stopReason: stopReason
            )
        )
    }
}
