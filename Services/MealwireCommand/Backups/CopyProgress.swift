import FoundationEssentials
import Glibc

/// Shows on a terminal how far copying is; elsewhere nothing, since what counts is said at the end.
final class CopyProgress {
    private static let lineStart = "\r\u{1B}[K"
    /// Between two looks; the eye follows no more.
    private static let restMs = 100

    private let console: Console
    private let isShown: Bool
    private var lastLook: ContinuousClock.Instant?

    init(isQuiet: Bool = false) {
        let errors = Console(descriptor: STDERR_FILENO)
        console = errors
        isShown = !isQuiet && errors.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// Takes a look.
    ///
    /// - Parameters:
    ///   - what: What is going on, such as "copying diary".
    ///   - done: Of the whole, in any unit.
    ///   - inAll: The whole.
    func show(_ what: String, _ done: Int, of inAll: Int) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let lastLook, now - lastLook < .milliseconds(Self.restMs) { return }
        lastLook = now
        console.write("\(Self.lineStart)\(what): \(inAll > 0 ? 100 * done / inAll : 100) %")
    }

    /// Says what is begun now.
    func begin(_ what: String) {
        lastLook = nil
        if isShown { console.write("\(Self.lineStart)\(what) …") }
    }

    /// Clears the line.
    func end() {
        if isShown { console.write(Self.lineStart) }
    }
}
