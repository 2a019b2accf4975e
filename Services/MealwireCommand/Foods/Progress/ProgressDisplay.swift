import Contracts
import FoodFormats
import FoundationEssentials
import Glibc

/// Shows on standard error how an import goes: a bar on a terminal, a line now and then elsewhere.
struct ProgressDisplay {
    /// Between two looks; the eye follows no more.
    private static let barMs = 200
    /// Between two lines of a log.
    private static let lineMs = 5_000
    private static let usualWidth = 80
    private static let lineStart = "\r\u{1B}[K"

    private let console = Console(descriptor: STDERR_FILENO)
    private var isBar: Bool { console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

    /// Shows it until the task is cancelled, and says at once when the report cannot be written on.
    func show(_ ledger: ImportLedger, _ report: ImportReport) async {
        var (rate, isToldOfReport) = (ProgressRate(), false)
        let isBar = isBar
        while true {
            do { try await Task.sleep(for: .milliseconds(isBar ? Self.barMs : Self.lineMs)) } catch { break }
            if let failure = report.failure, !isToldOfReport {
                isToldOfReport = true
                say("\(failure) The import goes on.")
            }
            let state = ledger.state
            rate.add(
                seconds: Double(Deadline.monotonicNanoseconds()) / 1_000_000_000,
                rows: state.tally.inCatalogue + state.tally.refused,
                bytes: state.progress.bytesRead
            )
            let text = ProgressText(state, rate)
            console.write(isBar ? Self.lineStart + text.bar(width: width) : text.plain + "\n")
        }
        if isBar { console.write(Self.lineStart) }
    }

    /// A sentence on a line of its own, which the next look does not overwrite.
    func say(_ sentence: String) { console.write((isBar ? Self.lineStart : "") + sentence + "\n") }

    private var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.usualWidth }
        return Int(size.ws_col)
    }
}
