import CommandSupport
import Contracts
import FoodFormats
import FoundationEssentials
import Glibc

/// Shows the progress of an import on standard error: a bar on a terminal, a line at intervals elsewhere.
package struct ProgressDisplay {
    package init() {
    }
    /// The interval of updates of the bar, in milliseconds.
    private static let barMs = 200
    /// The interval of lines without a terminal, in milliseconds.
    private static let lineMs = 5_000
    private static let usualWidth = 80
    private static let lineStart = "\r\u{1B}[K"

    private let console = Console(descriptor: STDERR_FILENO)
    private var isBar: Bool { console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

    /// Shows the progress until the task is cancelled, and reports a failure of the report file at once.
    package func show(_ status: ImportStatus, _ report: ImportReport) async {
        var (rate, isFailureReported) = (ProgressRate(), false)
        let isBar = isBar
        while true {
            do { try await Task.sleep(for: .milliseconds(isBar ? Self.barMs : Self.lineMs)) } catch { break }
            if let failure = report.failure, !isFailureReported {
                isFailureReported = true
                say("\(failure) The import continues.")
            }
            let state = status.state
            rate.add(
                seconds: Double(Deadline.monotonicNanoseconds()) / 1_000_000_000,
                rows: state.counts.inCatalog + state.counts.refused,
                bytes: state.progress.bytesRead
            )
            let text = ProgressText(state, rate)
            console.write(isBar ? Self.lineStart + text.bar(width: width) : text.plain + "\n")
        }
        if isBar { console.write(Self.lineStart) }
    }

    /// Writes a sentence on a line of its own, which later updates do not overwrite.
    package func say(_ sentence: String) { console.write((isBar ? Self.lineStart : "") + sentence + "\n") }

    private var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.usualWidth }
        return Int(size.ws_col)
    }
}
