/// How a request ended for its client.
package enum Ending: String, CaseIterable {
    case answered, overloaded, unavailable, deadlineExceeded, workerCrashed, outcomeUnknown, cancelled
    /// The client itself crashed.
    case clientGone
}

/// An injected fault, or its effect.
package enum Fault: String, CaseIterable {
    case brokerCrash, clientCrash, workerCrash
    case brokerFreeze, clientFreeze, workerFreeze, hostSleep
    case clockJump
    case brokenConnection, stalledConnection
    case lostMessage, duplicatedMessage, delayedMessage
    /// A worker stops accepting requests, finishes and is replaced.
    case drain
    /// A worker has returned an unstarted attempt.
    case returnedAttempt
    /// A client has resent a request.
    case resend
    /// An answer reached a client that no longer waited.
    case lateAnswer
}

/// Statistics of one or several runs.
package struct RunStatistics: Equatable, CustomStringConvertible {
    package internal(set) var steps = 0
    package internal(set) var requests = 0
    package internal(set) var endings: [Ending: Int] = [:]
    package internal(set) var faults: [Fault: Int] = [:]
    /// The state of the generator after the run: equal only for equal runs.
    package internal(set) var fingerprint: UInt64 = 0

    /// Creates the statistics of no run.
    package init() {}

    mutating func record(_ fault: Fault) { faults[fault, default: 0] += 1 }

    package mutating func add(_ other: RunStatistics) {
        steps += other.steps
        requests += other.requests
        endings.merge(other.endings, uniquingKeysWith: +)
        faults.merge(other.faults, uniquingKeysWith: +)
    }

    package var description: String {
        let ended = Ending.allCases.map { "\($0) \(endings[$0] ?? 0)" }.joined(separator: ", ")
        let wrong = Fault.allCases.map { "\($0) \(faults[$0] ?? 0)" }.joined(separator: ", ")
        return "\(steps) steps, \(requests) requests (\(ended)), faults (\(wrong))"
    }
}

/// The last events of a run; recorded only for a repeated seed.
package struct Trace {
    /// Maximum number of recorded lines; zero unless a seed is repeated.
    let linesMax: Int
    private var lines: [String] = []

    package init(linesMax: Int) { self.linesMax = linesMax }

    mutating func record(_ time: UInt64, _ line: @autoclosure () -> String) {
        guard linesMax > 0 else { return }
        if lines.count >= 2 * linesMax { lines.removeFirst(linesMax) }
        lines.append("\(time / 1_000) us: \(line())")
    }

    package var text: String { lines.suffix(linesMax).joined(separator: "\n") }
}
