import FoundationEssentials
import Glibc

/// Shows on standard error how a run goes: one line, written anew each second on a terminal, a line now and then elsewhere.
struct LoadProgress: Sendable {
    private static let looksEvery = Duration.milliseconds(200)
    /// Between two lines of a log, in seconds of the run.
    private static let lineEveryS = 5.0
    private static let usualWidth = 80
    private static let lineStart = "\r\u{1B}[K"

    private let console = Console(descriptor: STDERR_FILENO)
    private let isLive: Bool
    private let isQuiet: Bool

    /// - Parameter isQuiet: Whether nothing is to be shown.
    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        isLive = console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Shows how the run stands until the task is cancelled.
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

    /// A line that the next one replaces on a terminal.
    func line(_ text: String) {
        guard !isQuiet else { return }
        console.write(isLive ? Self.lineStart + String(text.prefix(width - 1)) : text + "\n")
    }

    /// A line that is only for who watches it change.
    func pass(_ text: String) { if isLive { line(text) } }

    /// Leaves an empty line behind, on a terminal.
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
