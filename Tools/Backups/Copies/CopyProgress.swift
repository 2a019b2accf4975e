import CommandSupport
import FoundationEssentials
import Glibc

/// Shows the progress of copying on a terminal; writes nothing elsewhere.
final class CopyProgress {
    private static let lineStart = "\r\u{1B}[K"
    /// The shortest pause between two updates, in milliseconds.
    private static let updateIntervalMs = 100

    private let console: Console
    private let isShown: Bool
    private var lastUpdate: ContinuousClock.Instant?

    init(isQuiet: Bool = false) {
        let errors = Console(descriptor: STDERR_FILENO)
        console = errors
        isShown = !isQuiet && errors.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Updates the progress.
    ///
    /// - Parameters:
    ///   - what: The current work, such as "copying diary".
    ///   - done: The completed amount, in any unit.
    ///   - inAll: The total amount.
    func show(_ what: String, _ done: Int, of inAll: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let lastUpdate, now - lastUpdate < .milliseconds(Self.updateIntervalMs) { return }
        lastUpdate = now
        console.write("\(Self.lineStart)\(what): \(inAll > 0 ? 100 * done / inAll : 100) %")
    }

    /// Shows work without a percentage.
    func begin(_ what: String) {
        lastUpdate = nil
        if isShown { console.write("\(Self.lineStart)\(what) …") }
    }

    /// Clears the line.
    func end() {
        if isShown { console.write(Self.lineStart) }
    }
}
