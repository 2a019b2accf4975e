/// How far the beginnings of a word are from those of what was typed, a row for each character of the word.
///
/// Restricted Damerau-Levenshtein distances, as far as they matter: a row is worked out only where both beginnings differ in
/// length by no more than the errors that count, as elsewhere there are more. What lies beside that stays too far off, as it is
/// the same part of the row for every word.
package struct EditDistances {
    /// A distance that no count of errors that matters reaches, and that still can be added to.
    private static let tooFar: UInt8 = 100

    private let typed: [UInt16]
    private let errorsMax: Int
    private let width: Int
    private var rows: [UInt8]

    /// Begins with the empty beginning.
    ///
    /// - Parameters:
    ///   - typed: What was typed, at least as long as the errors are many.
    ///   - errorsMax: Errors that count; words may be longer than what was typed by as many characters.
    package init(to typed: [UInt16], upTo errorsMax: Int) {
        self.typed = typed
        self.errorsMax = errorsMax
        width = typed.count + 1
        rows = [UInt8](repeating: Self.tooFar, count: width * (width + errorsMax))
        for column in 0...errorsMax { rows[column] = UInt8(column) }
    }

    /// Works out the row of a beginning that is one character longer than the one before.
    ///
    /// - Parameters:
    ///   - unit: The character.
    ///   - before: The one before it, if there is one.
    ///   - depth: How long the beginning is with it.
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

    /// The distance between the beginning of so many characters and all that was typed.
    package func whole(at depth: Int) -> UInt8 { rows[depth * width + typed.count] }
}
