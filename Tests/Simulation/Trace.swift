/// The last events of a run; recorded only for a repeated seed.
struct Trace {
    /// Maximum number of recorded lines; zero unless a seed is repeated.
    let linesMax: Int
    private var lines: [String] = []

    init(linesMax: Int) { self.linesMax = linesMax }

    mutating func record(_ time: UInt64, _ line: @autoclosure () -> String) {
        guard linesMax > 0 else { return }
        if lines.count >= 2 * linesMax { lines.removeFirst(linesMax) }
        lines.append("\(time / 1_000) us: \(line())")
    }

    var text: String { lines.suffix(linesMax).joined(separator: "\n") }
}
