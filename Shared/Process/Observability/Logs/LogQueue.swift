package import Logging
import Synchronization
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// Counts of the lines of a log.
package struct LogMetrics: Sendable, Equatable {
    package var lines: [Logger.Level: Int] = [:]
    package var dropped = 0
}

/// Writes log lines to standard error on a thread of its own, so that logging never waits for a slow reader.
///
/// A stopped terminal is an example.
///
/// Lines that do not fit into the queue are dropped. A line of its own reports their number.
final class LogQueue: Sendable {
    /// Capacity of the queue: far more than a healthy process logs at once, and some hundred KB.
    private static let linesMax = 4_096
    /// Maximum time to wait for the last lines to be written when the process ends, in milliseconds.
    private static let flushMaximumMilliseconds: Int32 = 500

    private struct State {
        var lines: [String] = []
        var dropped = 0
        var isWriting = false
        /// Counts since the start of the process.
        var metrics = LogMetrics()
    }

    private let state = Mutex(State())
    private let wake = WakeSignal()
    private let descriptor: Int32

    /// Starts to write to a descriptor, for the life of the process.
    init(_ descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        OSThread.start { [self] in while true { work() } }
    }

    var metrics: LogMetrics { state.withLock(\.metrics) }

    func add(_ line: String, _ level: Logger.Level) {
        let isFirst = state.withLock { state in
            guard state.lines.count < Self.linesMax else {
                state.dropped += 1
                state.metrics.dropped += 1
                return false
            }
            state.lines.append(line)
            state.metrics.lines[level, default: 0] += 1
            return state.lines.count == 1
        }
        if isFirst { wake.raise() }
    }

    /// Waits until all lines are written, or until the time limit has passed.
    func flush() {
        for _ in 0..<Self.flushMaximumMilliseconds {
            guard state.withLock({ !$0.lines.isEmpty || $0.isWriting }) else { return }
            usleep(1_000)
        }
    }

    private func work() {
        var interest = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&interest, 1, -1)
        wake.clear()
        let (lines, dropped) = state.withLock { state in
            defer {
                state.lines = []
                state.dropped = 0
                state.isWriting = true
            }
            return (state.lines, state.dropped)
        }
        write(Array((lines.joined() + Self.notice(ofDropped: dropped)).utf8))
        state.withLock { $0.isWriting = false }
    }

    private static func notice(ofDropped count: Int) -> String {
        guard count > 0 else { return "" }
        return LineLogHandler.written(
            .warning,
            "\(count) lines of this log were dropped because they were not read in time."
        )
    }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest.removeFirst(count)
            } else if count < 0, errno == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&room, 1, -1)
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}
