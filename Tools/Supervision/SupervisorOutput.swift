import Calendar
import CommandSupport
import Contracts
import Logging
import Observability
import ServiceKit

/// Writes the output of a running stack: every line of every process, and the supervisor's messages.
///
/// As text, each line begins with the name of its process. As JSON, each line is a complete object.
struct SupervisorOutput {
    private static let supervisorName = "mealwire"

    private let console: Console
    private let names: [String]
    private let prefix: LinePrefix
    private let format: LogFormat
    private let supervisorIndex: Int

    init(names: [String], console: Console, format: LogFormat) {
        self.console = console
        self.names = names + [Self.supervisorName]
        self.format = format
        prefix = LinePrefix(names: self.names, colour: console.showsColour)
        supervisorIndex = names.count
    }

    /// Writes lines of a process.
    func show(_ lines: [OutputLine], of index: Int) {
        guard !lines.isEmpty else { return }
        switch format {
        case .text: console.write(lines.flatMap { prefix.line($0.bytes, of: index) })
        case .json: console.write(lines.flatMap { JSONLine.line($0.bytes, level: $0.level, of: names[index]) })
        }
    }

    /// Repeats lines of a process that explain a failure.
    func repeatLines(_ lines: [OutputLine], of index: Int) {
        // In JSON, a program already has these lines with the name of the process.
        guard !lines.isEmpty, format == .text else { return }
        say("Its last lines:")
        show(lines, of: index)
    }

    /// Writes a sentence of the supervisor, with the time unless on a terminal.
    func say(_ sentence: String) {
        switch format {
        case .text:
            let text = console.isTerminal ? sentence : "\(Timestamp.now()) \(sentence)"
            console.write(prefix.line(Array(text.utf8), of: supervisorIndex))
        case .json: console.write(JSONLine.line(sentence, level: .notice, of: Self.supervisorName))
        }
    }

    /// Writes the greeting with the stack's address; omitted in JSON.
    func showGreeting(_ text: String) {
        if format == .text { console.write("\n\(text)\n") }
    }
}
