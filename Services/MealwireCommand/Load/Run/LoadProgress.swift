import FoundationEssentials
import Glibc

/// Shows the progress of a run on standard error: a line that is updated on a terminal, lines at intervals elsewhere.
struct LoadProgress: Sendable {
    private static let looksEvery = Duration.milliseconds(200)
    /// The interval of lines without a terminal, in seconds of the run.
    private static let lineEveryS = 5.0
    private static let usualWidth = 80
    private static let lineStart = "\r\u{1B}[K"

    private let console = Console(descriptor: STDERR_FILENO)
    private let isLive: Bool
    private let isQuiet: Bool

    /// - Parameter isQuiet: Whether to show nothing.
    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        isLive = console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Shows the progress until the task is cancelled.
    func show(_ board: LoadBoard) async {
        var shownAt = 0.0
        while !isQuiet {
            do { try await Task.sleep(for: Self.looksEvery) } catch { break }
            guard let look = board.newest, look.elapsedS > shownAt else { continue }
            guard isLive || look.elapsedS - shownAt >= Self.lineEveryS else { continue }
            shownAt = look.elapsedS
            line(Self.text(look))
        }
        end()
    }

    /// Writes a line, which the next one replaces on a terminal.
    func line(_ text: String) {
        guard !isQuiet else { return }
        console.write(isLive ? Self.lineStart + String(text.prefix(width - 1)) : text + "\n")
    }

    /// Writes a line only on a terminal.
    func pass(_ text: String) { if isLive { line(text) } }

    /// Clears the line on a terminal.
    func end() { if isLive, !isQuiet { console.write(Self.lineStart) } }

    static func text(_ look: LoadLook) -> String {
        let asked = look.askedRate.map { "/\(LoadText.rate($0))" } ?? ""
        var parts = [
            "\(LoadText.digits(look.elapsedS))/\(LoadText.digits(look.ofS)) s",
            "\(PlainNumber.grouped(look.last.good))\(asked) a second", "\(look.last.inFlight) under way",
            "p50 \(LoadText.time(microseconds: look.last.p50Us))",
            "p99 \(LoadText.time(microseconds: look.last.p99Us))",
            "\(PlainNumber.grouped(look.failed)) failed",
        ]
        if look.missed > 0 { parts.append("\(PlainNumber.grouped(look.missed)) missed") }
        return parts.joined(separator: ", ")
    }

    private var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.usualWidth }
        return Int(size.ws_col)
    }
}
