/// How a request ended for its client.
enum Ending: String, CaseIterable {
    case answered, overloaded, unavailable, deadlineExceeded, workerCrashed, outcomeUnknown, cancelled
    /// The client itself died.
    case clientGone
}

/// What went wrong on purpose, or what came of it.
enum Fault: String, CaseIterable {
    case brokerCrash, clientCrash, workerCrash
    case brokerFreeze, clientFreeze, workerFreeze, hostSleep
    case clockJump
    case brokenConnection, stalledConnection
    case lostMessage, doubledMessage, delayedMessage
    /// A worker takes no more, finishes and is replaced.
    case drain
    /// A worker has handed something back unstarted.
    case handBack
    /// A client has sent a request again.
    case resend
    /// An answer came to a client who no longer waited.
    case lateAnswer
}

/// What happened in a run, or in several.
struct Tally: Equatable, CustomStringConvertible {
    var steps = 0
    var requests = 0
    var endings: [Ending: Int] = [:]
    var faults: [Fault: Int] = [:]
    /// The generator after the run: the same only if everything was.
    var fingerprint: UInt64 = 0

    mutating func note(_ fault: Fault) { faults[fault, default: 0] += 1 }

    mutating func add(_ other: Tally) {
        steps += other.steps
        requests += other.requests
        endings.merge(other.endings, uniquingKeysWith: +)
        faults.merge(other.faults, uniquingKeysWith: +)
    }

    var description: String {
        let ended = Ending.allCases.map { "\($0) \(endings[$0] ?? 0)" }.joined(separator: ", ")
        let wrong = Fault.allCases.map { "\($0) \(faults[$0] ?? 0)" }.joined(separator: ", ")
        return "\(steps) steps, \(requests) requests (\(ended)), faults (\(wrong))"
    }
}
