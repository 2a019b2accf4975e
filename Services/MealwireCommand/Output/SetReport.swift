import Contracts

/// What a person sees of a running set: every line with the name of its process, and what the supervisor has to say.
struct SetReport {
    private static let ownName = "mealwire"

    private let console: Console
    private let prefix: LinePrefix
    private let ownIndex: Int

    init(names: [String], console: Console) {
        self.console = console
        prefix = LinePrefix(names: names + [Self.ownName], colour: console.showsColour)
        ownIndex = names.count
    }

    /// Lines of a process.
    func show(_ lines: [[UInt8]], of index: Int) {
        guard !lines.isEmpty else { return }
        console.write(lines.flatMap { prefix.line($0, of: index) })
    }

    /// Lines of a process that were shown before, among all others, and explain what follows.
    func repeatLines(_ lines: [[UInt8]], of index: Int) {
        guard !lines.isEmpty else { return }
        say("Its last lines:")
        show(lines, of: index)
    }

    /// A sentence of the supervisor; in a file it says when.
    func say(_ sentence: String) {
        let text = console.isTerminal ? sentence : "\(Timestamp.now()) \(sentence)"
        console.write(prefix.line(Array(text.utf8), of: ownIndex))
    }

    /// Where the set is and what to try, apart from the logs.
    func greet(_ text: String) {
        console.write("\n\(text)\n")
    }
}
