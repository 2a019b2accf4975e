/// Edit distances between the prefixes of a word and those of the typed text, with a row for each character of the
/// word.
///
/// These are restricted Damerau-Levenshtein distances within a band: a cell is computed only where both prefixes differ
/// in length by at most `errorsMax`, since elsewhere the distance exceeds it. Cells outside of the band are the same
/// for every word and stay at ``tooFar``.
package struct EditDistances {
    /// A distance above every relevant number of errors that does not overflow when incremented.
    private static let tooFar: UInt8 = 100

    private let typed: [UInt16]
    private let errorsMax: Int
    private let width: Int
    private var rows: [UInt8]

    /// Starts with the row of the empty prefix.
    ///
    /// - Parameters:
    ///   - typed: The typed text, at least `errorsMax` characters long.
    ///   - errorsMax: Maximum relevant distance; words may exceed the typed text by as many characters.
    package init(to typed: [UInt16], upTo errorsMax: Int) {
        self.typed = typed
        self.errorsMax = errorsMax
        width = typed.count + 1
        rows = [UInt8](repeating: Self.tooFar, count: width * (width + errorsMax))
        for column in 0...errorsMax { rows[column] = UInt8(column) }
    }

    /// Computes the row of a prefix that is one character longer than the previous one.
    ///
    /// - Parameters:
    ///   - unit: The added character.
    ///   - before: The character before it, if any.
    ///   - depth: The length of the prefix, including `unit`.
    /// - Returns: The least distance of the row.
    package mutating func add(_ unit: UInt16, behind before: UInt16?, at depth: Int) -> UInt8 {
        let (row, above) = (depth * width, (depth - 1) * width)
        if depth <= errorsMax { rows[row] = UInt8(depth) }
        var least = rows[row]
        let (first, last) = (max(1, depth - errorsMax), min(width - 1, depth + errorsMax))
        var (left, aboveLeft) = (rows[row + first - 1], rows[above + first - 1])
        for column in first...last {
            let aboveThis = rows[above + column]
            var distance = min(min(aboveThis, left) + 1, aboveLeft + (typed[column - 1] == unit ? 0 : 1))
            if column > 1, typed[column - 2] == unit, typed[column - 1] == before {
                distance = min(distance, rows[above - width + column - 2] + 1)
            }
            rows[row + column] = distance
            least = min(least, distance)
            (left, aboveLeft) = (distance, aboveThis)
        }
        return least
    }

    /// Returns the distance between the prefix of length `depth` and the whole typed text.
    package func whole(at depth: Int) -> UInt8 { rows[depth * width + typed.count] }
}
