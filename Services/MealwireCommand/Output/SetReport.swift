import Contracts
import Logging
import ServiceKit

/// What a person or a program sees of a running set: every line of every process, and what the supervisor has to say.
///
/// People get the name of the process before each line. Programs get an object of JSON to a line, whole, whatever a
/// process wrote.
struct SetReport {
    private static let ownName = "mealwire"

    private let console: Console
    private let names: [String]
    private let prefix: LinePrefix
    private let format: LogFormat
    private let ownIndex: Int

    init(names: [String], console: Console, format: LogFormat) {
        self.console = console
        self.names = names + [Self.ownName]
        self.format = format
        prefix = LinePrefix(names: self.names, colour: console.showsColour)
        ownIndex = names.count
    }

    /// Lines of a process.
    func show(_ lines: [[UInt8]], of index: Int) {
        guard !lines.isEmpty else { return }
        switch format {
        case .text: console.write(lines.flatMap { prefix.line($0, of: index) })
        case .json: console.write(lines.flatMap { JSONLine.line($0, of: names[index]) })
        }
    }

    /// Lines of a process that were shown before, among all others, and explain what follows.
    func repeatLines(_ lines: [[UInt8]], of index: Int) {
        // A program has them already, and knows whose they are.
        guard !lines.isEmpty, format == .text else { return }
        say("Its last lines:")
        show(lines, of: index)
    }

    /// A sentence of the supervisor; in a file it says when.
    func say(_ sentence: String) {
        switch format {
        case .text:
            let text = console.isTerminal ? sentence : "\(Timestamp.now()) \(sentence)"
            console.write(prefix.line(Array(text.utf8), of: ownIndex))
        case .json: console.write(JSONLine.line(sentence, level: .notice, of: Self.ownName))
        }
    }

    /// Where the set is and what to try, apart from the logs.
    func greet(_ text: String) {
        if format == .text { console.write("\n\(text)\n") }
    }
}
