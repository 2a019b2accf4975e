import Contracts
import NIOCore

/// Sends the requests of a run when they are due, and counts what comes of them; used on one event loop alone.
///
/// Latency counts from when a request was due, so that a set which stops for a second is charged with every request of that
/// second. As many are under way at once as may be; what is due beyond waits, and that counts, too.
final class LoadDriver {
    /// A request that could not be sent by then is given up and counted as missed.
    private static let patienceNs: UInt64 = 10_000_000_000
    private static let secondNs: UInt64 = 1_000_000_000

    let settings: LoadSettings
    private let eventLoop: any EventLoop
    let transport: any LoadTransport
    let scenario: any LoadScenario
    private let board: LoadBoard
    private let ended: (LoadRecord) -> Void

    private let slices: [LoadSlice]
    private var arrivals: Arrivals
    /// When the next request is due, since the run began.
    private var due: UInt64?
    private var slice = 0
    private(set) var recorder: LoadRecorder
    private(set) var inFlight = 0
    private var startNs: UInt64 = 0
    private(set) var isSending = false
    private var isEnded = false
    /// Whether requests are due that have to wait for others to be answered.
    private var isHeldUp = false
    /// Whether it will look for what may be sent as soon as it has read what there is.
    private var isAwake = false
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
        board: LoadBoard,
        ended: @escaping (LoadRecord) -> Void
    ) {
        self.settings = settings
        self.scenario = scenario
        self.people = people
        self.eventLoop = eventLoop
        self.transport = transport
        self.board = board
        self.ended = ended
        slices = settings.shape.slices(seconds: settings.seconds)
        arrivals = Arrivals(
            slices: slices,
            isPoisson: settings.isPoisson,
            random: SeededGenerator(seed: settings.seed &+ 1)
        )
        recorder = LoadRecorder(actions: scenario.actions.count)
    }

    /// Begins.
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
        keepSessions()
        pump()
    }

    /// Sends nothing more, and ends once all is answered.
    func stopSending(_ reason: LoadRecord.StopReason) {
        guard isSending else { return }
        isSending = false
        stopReason = reason
        sentForNs = sinceStart
        goodInTime = recorder.whole.good
        // What was due until now and had to wait for others is part of what was asked for.
        while isHeldUp, let missed = due, missed < sentForNs {
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
            // All that there is was sent; the timer of the end says when the run is over.
            guard let dueNs = due else { return }
            let nowNs = sinceStart
            guard dueNs <= nowNs else {
                wake(at: dueNs)
                return
            }
            due = arrivals.next()
            if nowNs - dueNs > Self.patienceNs { recorder.miss(afterNs: nowNs - dueNs) } else { send(dueNs: dueNs) }
        }
        isHeldUp = isSending
    }

    private func send(dueNs: UInt64) {
        while slice + 1 < slices.count, dueNs >= slices[slice].endNs { slice += 1 }
        let call = scenario.next(hour: hour)
        let action = call.action ?? 0
        recorder.ask(action)
        if !isHeldUp, settings.shape != .closed { recorder.wasLate(nanoseconds: sinceStart - min(dueNs, sinceStart)) }
        inFlight += 1
        transport.send(call, as: call.person.map { people[$0] }) { answer in
            let answeredNs = answer.atNs - min(self.startNs, answer.atNs)
            self.recorder.answer(action, answer.outcome, afterNs: answeredNs - min(dueNs, answeredNs))
            self.inFlight -= 1
            self.scenario.answered(call, isGood: answer.isGood)
            if self.isSending { self.pumpSoon() } else { self.endIfDone() }
        }
    }

    /// The hour of the day, where the run is one.
    private var hour: Double? {
        guard case .day = settings.shape else { return nil }
        return DayCurve.hour(ofSlice: slice)
    }

    /// Sends what may be sent now; once for all answers that are read in one go.
    private func pumpSoon() {
        guard settings.shape == .closed || isHeldUp, !isAwake else { return }
        isAwake = true
        eventLoop.assumeIsolated().execute {
            self.isAwake = false
            self.pump()
        }
    }

    private func wake(at dueNs: UInt64) {
        isHeldUp = false
        at(dueNs) { $0.pump() }
    }

    // MARK: Time

    private var sinceStart: UInt64 { NIODeadline.now().uptimeNanoseconds - startNs }

    private func at(_ sinceStartNs: UInt64, _ body: @escaping (LoadDriver) -> Void) {
        let deadline = NIODeadline.uptimeNanoseconds(startNs + sinceStartNs)
        eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { body(self) }
    }

    /// Ends each second, until the run has ended.
    private func tick(_ number: UInt64) {
        at(number * Self.secondNs) { driver in
            guard !driver.isEnded else { return }
            driver.closeSecond(Double(number))
            driver.keepSessions()
            driver.tick(number + 1)
        }
    }

    private func closeSecond(_ at: Double) {
        recorder.closeSecond(at: at, inFlight: inFlight)
        board.show(
            LoadLook(
                elapsedS: at,
                ofS: settings.seconds,
                askedRate: slices.isEmpty ? nil : slices[slice].rate,
                last: recorder.seconds[recorder.seconds.count - 1],
                whole: recorder.whole
            )
        )
    }

    /// Ends a step, and begins the next one or ends the run.
    private func step(_ number: Int) {
        at(slices[number].endNs) { driver in
            guard driver.isSending else { return }
            let slice = driver.slices[number]
            let seconds = Double(slice.lengthNs) / Double(Self.secondNs)
            let waiting = driver.waiting(untilNs: slice.endNs)
            let closed = driver.recorder.closeStep(rate: slice.rate, seconds: seconds, waiting: waiting)
            if let reason = StepJudge.reasonToStop(closed, driver.settings.limits) {
                driver.stopSending(.saturated(reason))
            } else if number + 1 == driver.slices.count {
                driver.stopSending(.time)
            } else {
                driver.step(number + 1)
            }
        }
    }

    /// Requests that were due by then, and were not sent.
    private func waiting(untilNs endNs: UInt64) -> Int {
        // A copy: they are sent later on all the same.
        var (ahead, next, count) = (arrivals, due, 0)
        while let dueNs = next, dueNs < endNs {
            count += 1
            next = ahead.next()
        }
        return count
    }

    // MARK: The end

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
