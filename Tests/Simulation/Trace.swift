/// The last things that happened, for whoever replays a seed; else nothing is written down.
struct Trace {
    /// How many lines are kept; none unless a seed is replayed.
    let linesMax: Int
    private var lines: [String] = []

    init(linesMax: Int) { self.linesMax = linesMax }

    mutating func note(_ time: UInt64, _ line: @autoclosure () -> String) {
        guard linesMax > 0 else { return }
        if lines.count >= 2 * linesMax { lines.removeFirst(linesMax) }
        lines.append("\(time / 1_000) us: \(line())")
    }

    var text: String { lines.suffix(linesMax).joined(separator: "\n") }
}
