import CommandSupport
import FoundationEssentials
import Glibc
import Synchronization

/// Shows the progress of a run on standard error: a line that is updated on a terminal, lines at intervals elsewhere.
package struct LoadProgress: Sendable {
    private static let updateInterval = Duration.milliseconds(200)
    /// The interval of lines without a terminal, in seconds of the run.
    private static let lineIntervalS = 5.0
    private static let usualWidth = 80
    private static let lineStart = "\r\u{1B}[K"

    private let console = Console(descriptor: STDERR_FILENO)
    private let isLive: Bool
    private let isQuiet: Bool

    /// - Parameter isQuiet: Whether to show nothing.
    package init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        isLive = console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Shows the progress until the task is cancelled.
    package func show(_ progressStore: ProgressStore) async {
        var shownAt = 0.0
        while !isQuiet {
            do { try await Task.sleep(for: Self.updateInterval) } catch { break }
            guard let snapshot = progressStore.newest, snapshot.elapsedS > shownAt else { continue }
            guard isLive || snapshot.elapsedS - shownAt >= Self.lineIntervalS else { continue }
            shownAt = snapshot.elapsedS
            line(Self.text(snapshot))
        }
        end()
    }

    /// Writes a line, which the next one replaces on a terminal.
    package func line(_ text: String) {
        guard !isQuiet else { return }
        console.write(isLive ? Self.lineStart + String(text.prefix(width - 1)) : text + "\n")
    }

    /// Writes a line only on a terminal.
    func pass(_ text: String) { if isLive { line(text) } }

    /// Clears the line on a terminal.
    package func end() { if isLive, !isQuiet { console.write(Self.lineStart) } }

    package static func text(_ snapshot: ProgressSnapshot) -> String {
        let asked = snapshot.askedRate.map { "/\(LoadText.rate($0))" } ?? ""
        var parts = [
            "\(LoadText.digits(snapshot.elapsedS))/\(LoadText.digits(snapshot.ofS)) s",
            "\(PlainNumber.grouped(snapshot.last.good))\(asked) a second", "\(snapshot.last.inFlight) in flight",
            "p50 \(LoadText.time(microseconds: snapshot.last.p50Us))",
            "p99 \(LoadText.time(microseconds: snapshot.last.p99Us))",
            "\(PlainNumber.grouped(snapshot.failed)) failed",
        ]
        if snapshot.missed > 0 { parts.append("\(PlainNumber.grouped(snapshot.missed)) missed") }
        return parts.joined(separator: ", ")
    }

    private var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.usualWidth }
        return Int(size.ws_col)
    }
}

/// The state of a run at the end of a second.
package struct ProgressSnapshot: Sendable {
    let elapsedS: Double
    let ofS: Double
    /// The current target rate per second; nil in a closed loop.
    let askedRate: Double?
    package let last: LoadSecond
    package let failed: Int
    package let missed: Int

    init(elapsedS: Double, ofS: Double, askedRate: Double?, last: LoadSecond, whole: LoadCounter) {
        self.elapsedS = elapsedS
        self.ofS = ofS
        self.askedRate = askedRate
        self.last = last
        failed = whole.errors.values.reduce(0, +)
        missed = whole.missed
    }
}

/// Stores the latest progress of a run for the display.
package final class ProgressStore: Sendable {
    private let snapshot = Mutex<ProgressSnapshot?>(nil)

    package func show(_ new: ProgressSnapshot) { snapshot.withLock { $0 = new } }

    package var newest: ProgressSnapshot? { snapshot.withLock { $0 } }
}
