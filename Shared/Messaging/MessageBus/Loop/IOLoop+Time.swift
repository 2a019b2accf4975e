import Contracts
import Logging

/// Runs what is due by the clock.
extension IOLoop {
    func runTimers(_ now: UInt64) {
        if Deadline.elapsed(from: lastSideCheck, to: now) > Self.sideCheckNs { readSides(now) }
        if calls.count > 0, Deadline.elapsed(from: lastDeadlineCheck, to: now) > Self.deadlineCheckNs {
            lastDeadlineCheck = now
            calls.expire(now, links)
            loseFrozen(now)
        } else if calls.count == 0, worker != nil {
            loseFrozen(now)
        }
        worker?.sendHeartbeats(links, now)
        for index in links.indices {
            if links[index].isOverrun { lose(index, now) }
            if let failure = links[index].connectIfDue(now) { logConnectionFailure(index, failure, now) }
        }
        for index in events.indices {
            if let failure = events[index].connectIfDue(now) { logConnectionFailure(index, failure, now) }
        }
        if let drainStart, isDrained(since: drainStart, now) { isStopped = true }
        if let stopStart, haveHandlersEnded(since: stopStart, now) { isStopped = true }
    }

    /// Returns the milliseconds until the next timer; nil if only input can change something.
    func nextTimeMs(_ now: UInt64) -> Int? {
        let mustWatch = calls.count > 0 || drainStart != nil || stopStart != nil
        let deadlines = mustWatch ? Int(Self.deadlineCheckNs / 1_000_000) : nil
        // Called before each sleep, so it allocates no arrays for values that are rarely present.
        var due: UInt64?
        for link in links { due = Self.earlier(due, link.attemptDue) }
        for events in events { due = Self.earlier(due, events.attemptDue) }
        guard let attempt = due.map({ Int(Deadline.elapsed(from: now, to: $0) / 1_000_000) + 1 }) else {
            return deadlines
        }
        return min(attempt, deadlines ?? attempt)
    }

    private static func earlier(_ one: UInt64?, _ other: UInt64?) -> UInt64? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Reads the event bus connections.
    func readSides(_ now: UInt64) {
        lastSideCheck = now
        for events in events {
            events.receive(frames, now) { topic, payload in
                for continuation in subscriptions[topic] ?? [] { continuation.yield(payload) }
            }
        }
    }

    /// Returns whether no handler runs any more and the brokers have read everything, or the time limit has passed.
    private func isDrained(since start: UInt64, _ now: UInt64) -> Bool {
        let drainedNs = Deadline.elapsed(from: start, to: now)
        guard let worker else { return true }
        if drainedNs > limits.handlersNs {
            stopHandlers(now)
            return false
        }
        return worker.isIdle && (drainedNs > Self.settleMaxNs || links.allSatisfy(\.isSettled))
    }

    /// Cancels the running handlers; the loop stops when all have ended, or the time limit has passed.
    ///
    /// Resources of handlers, such as a database, are closed after the loop has stopped.
    func stopHandlers(_ now: UInt64) {
        guard stopStart == nil else { return }
        stopStart = now
        worker?.cancelAll()
    }

    private func haveHandlersEnded(since start: UInt64, _ now: UInt64) -> Bool {
        guard let worker, !worker.isIdle else { return true }
        guard Deadline.elapsed(from: start, to: now) > limits.cancelledNs else { return false }
        logger.warning("requests did not end when they were cancelled", metadata: ["count": "\(worker.runningCount)"])
        return true
    }

    /// Disconnects from frozen brokers: soon if calls are in flight and another broker can take them, later otherwise.
    ///
    /// Without another broker, an early timeout gains nothing: a call that is not retryable would fail with
    /// `outcomeUnknown`, although the broker may respond to it when it resumes.
    private func loseFrozen(_ now: UInt64) {
        for (index, link) in links.enumerated() {
            let hasCalls = calls.hasCalls(over: index)
            guard hasCalls || worker != nil else { continue }
            let isQuick = hasCalls && links.indices.contains { $0 != index && links[$0].isUp }
            let silenceNs = isQuick ? Self.quickPingAfterNs : Self.pingAfterNs
            let timeoutNs = isQuick ? Self.quickTimeoutNs : Self.timeoutNs
            if link.isFrozen(pingAfter: silenceNs, timeout: timeoutNs, now) { lose(index, now) }
        }
    }

    /// A broker responds within a millisecond; after half a second of silence with calls in flight, a PING is sent.
    private static let quickPingAfterNs: UInt64 = 500_000_000
    private static let quickTimeoutNs: UInt64 = 500_000_000
    /// A broker sends its workers a heartbeat each second; the limits are those that the broker has for its workers.
    private static let pingAfterNs = UInt64(MessageLimits.heartbeatIntervalMs) * 1_500_000
    private static let timeoutNs =
        UInt64(MessageLimits.heartbeatIntervalMs * MessageLimits.livenessHeartbeats) * 1_000_000

    func lose(_ index: Int, _ now: UInt64) {
        links[index].lose(now)
        handleLoss(index, now)
    }

    /// Handles a lost connection: retryable calls are sent to the next broker, the others fail.
    func handleLoss(_ index: Int, _ now: UInt64) {
        // The next attempt to connect logs the reason.
        guard links[index].wasUp else { return }
        logger.notice("the connection to a broker is lost; reconnecting", metadata: ["broker": "\(index + 1)"])
        calls.linkLost(index, now)
        calls.sendWaiting(links)
    }

    /// Logs a connection to a broker, at level notice if there was one before.
    func logConnected(_ index: Int) {
        let level: Logger.Level = links[index].generation > 0 ? .notice : .debug
        logger.log(level: level, "connected to a broker", metadata: ["broker": "\(index + 1)"])
    }

    /// Logs why there is no connection to a broker, at a limited rate; no call was sent there.
    private func logConnectionFailure(_ index: Int, _ reason: String, _ now: UInt64) {
        guard Deadline.elapsed(from: lastFailureLog, to: now) > Self.failureLogPauseNs else { return }
        lastFailureLog = now
        logger.warning("no connection to a broker", metadata: ["broker": "\(index + 1)", "reason": "\(reason)"])
    }
}
