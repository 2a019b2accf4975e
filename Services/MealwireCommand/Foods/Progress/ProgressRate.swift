/// How quickly an import goes at the moment, from looks at it.
package struct ProgressRate: Sendable {
    /// Looks that are older count no more: an import may begin with minutes of sorting, or wait for a catalogue.
    private static let spanS = 10.0

    private struct Look {
        let seconds: Double
        let rows: Int
        let bytes: Int
    }

    private var looks: [Look] = []

    package init() {}

    /// Takes a look.
    ///
    /// - Parameters:
    ///   - seconds: On any clock that only goes on.
    ///   - rows: That were answered so far.
    ///   - bytes: That were read so far.
    package mutating func add(seconds: Double, rows: Int, bytes: Int) {
        // The newest one that is old enough stays, so that the span is whole.
        while looks.count > 1, looks[1].seconds <= seconds - Self.spanS { looks.removeFirst() }
        looks.append(Look(seconds: seconds, rows: rows, bytes: bytes))
    }

    /// Rows a second; nil as long as nobody can say.
    package var rowsPerSecond: Double? { perSecond(\.rows) }

    /// Seconds that are left at this pace; nil as long as nobody can say.
    package func secondsLeft(bytesInAll: Int) -> Double? {
        guard let last = looks.last, let pace = perSecond(\.bytes), pace > 0 else { return nil }
        return max(0, Double(bytesInAll - last.bytes) / pace)
    }

    private func perSecond(_ amount: KeyPath<Look, Int>) -> Double? {
        guard let first = looks.first, let last = looks.last, last.seconds > first.seconds else { return nil }
        return Double(last[keyPath: amount] - first[keyPath: amount]) / (last.seconds - first.seconds)
    }
}
