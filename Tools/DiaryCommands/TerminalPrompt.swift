package import CommandSupport
import Glibc

/// Asks the user, on the terminal or, for scripts, on standard input.
package struct TerminalPrompt {
    /// The settings of the terminal before its echo was turned off, for the handler of signals.
    nonisolated(unsafe) private static var settings = termios()

    /// Whether a user can be asked.
    package let isTerminal: Bool

    package init() {
        isTerminal = isatty(STDIN_FILENO) == 1
    }

    /// Asks for a line.
    ///
    /// - Parameter question: Printed on a terminal, on standard error.
    /// - Returns: The line without its end.
    /// - Throws: `CommandFailure` at the end of the input.
    package func line(_ question: String) throws(CommandFailure) -> String {
        if isTerminal { Console(descriptor: STDERR_FILENO).write("\(question): ") }
        guard let line = readLine() else {
            throw CommandFailure("The input ended before the answer to: \(question).")
        }
        return line
    }

    /// Asks for a secret, which the terminal does not show.
    ///
    /// - Parameter question: Printed on a terminal, on standard error.
    /// - Returns: The line without its end.
    /// - Throws: `CommandFailure` at the end of the input.
    package func secret(_ question: String) throws(CommandFailure) -> String {
        guard isTerminal, tcgetattr(STDIN_FILENO, &Self.settings) == 0 else { return try line(question) }
        let handlers = [SIGINT, SIGTERM].map { number in
            (
                number,
                signal(number) { status in
                    tcsetattr(STDIN_FILENO, TCSANOW, &TerminalPrompt.settings)
                    _exit(128 + status)
                }
            )
        }
        var quiet = Self.settings
        quiet.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &Self.settings)
            for (number, handler) in handlers { signal(number, handler) }
            Console(descriptor: STDERR_FILENO).write("\n")
        }
        return try line(question)
    }
}
