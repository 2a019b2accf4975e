import Contracts
import FoundationEssentials
import Storage

/// The limits of password guesses.
package enum LoginLimits {
    /// In seconds; older failures do not count.
    package static let windowS = ServerLimit.signInWindowS.value
    /// Failures for one e-mail address by one client, of one known device, or of one session.
    ///
    /// A user needs fewer to find the right one of their passwords.
    package static let failuresMax = ServerLimit.signInFailures.value
    /// Failures of one client for all addresses: an office behind one address causes fewer.
    package static let failuresPerClientMax = ServerLimit.signInFailuresOfClient.value
    /// Failures for one e-mail address by all clients that never signed in to its account.
    ///
    /// So guesses from many network addresses are limited to 4,800 a day. Known devices and open sessions are not
    /// counted here.
    package static let failuresPerAccountMax = ServerLimit.signInFailuresOfAccount.value
    /// Consecutive failures from which each is logged as a warning; fewer are probably typing errors.
    static let warningThreshold = 3
}

/// A counter that has reached its limit.
struct AttemptBlock: Sendable {
    var kind: AttemptCounter.Kind
    /// The duration of the block, in seconds.
    var seconds: Int
}

extension SQLReader {
    /// Returns the counter that blocks an attempt for the longest time; nil if none does.
    func block(_ counters: AttemptCounters, at nowS: Int) throws -> AttemptBlock? {
        let since = nowS - LoginLimits.windowS
        let blocks = try counters.all.compactMap { counter -> AttemptBlock? in
            let deciding: Int? = try scalar(
                "SELECT at FROM login_failure WHERE email_hash = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
                [counter.hash, since, counter.failuresMax - 1]
            )
            return deciding.map { AttemptBlock(kind: counter.kind, seconds: $0 + LoginLimits.windowS - nowS) }
        }
        return blocks.max { $0.seconds < $1.seconds }
    }
}

/// The result of counting a failure.
struct CountedFailure: Sendable {
    /// The consecutive failures on the attempt's own counter, including this one.
    var inARow: Int
    /// The counters that this failure filled.
    var filled: [AttemptCounter.Kind]
}

extension SQLTransaction {
    /// Counts a failure, whether or not the address has an account, and deletes expired ones.
    func countFailure(_ counters: AttemptCounters, at nowS: Int) throws -> CountedFailure {
        try execute("DELETE FROM login_failure WHERE at <= ?", [nowS - LoginLimits.windowS])
        var counted = CountedFailure(inARow: 0, filled: [])
        for counter in counters.all {
            try execute("INSERT INTO login_failure (email_hash, at) VALUES (?, ?)", [counter.hash, nowS])
            let count =
                try reader.scalar("SELECT count(*) FROM login_failure WHERE email_hash = ?", [counter.hash]) ?? 0
            if counter == counters.own { counted.inARow = count }
            if count == counter.failuresMax { counted.filled.append(counter.kind) }
        }
        return counted
    }

    /// Deletes the failures of an attempt's own counter, after the right password.
    func clearFailures(_ counters: AttemptCounters) throws {
        try execute("DELETE FROM login_failure WHERE email_hash = ?", [counters.own.hash])
    }
}
