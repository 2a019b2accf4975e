/// Splits the terms of a query: the index is asked for some, and the names that it finds are checked for the others.
///
/// To intersect lists, FTS5 walks each of them to its end. The list of a common word has a tenth of all foods, and that of a
/// single letter half of them. Where the rarer words leave few foods, looking at these foods' names costs less.
package struct IndexPlan {
    /// A look at a name costs as much as so many steps along a list: 1 to 2 µs and some 7 ns (390,000 foods, SQLite 3.40).
    package static let stepsPerLook = 200
    /// Names with a word that have a certain other word, too: rather many, as words of foods come together.
    private static let sharePerTerm = 8

    /// The index is asked for these, the rarest first.
    let asked: [SearchTerm]
    /// A name must have these as well.
    let checked: [SearchTerm]

    /// Splits terms.
    ///
    /// - Parameters:
    ///   - terms: Of a query.
    ///   - stepsPerLook: The higher, the more is asked of the index.
    init(_ terms: [SearchTerm], stepsPerLook: Int = IndexPlan.stepsPerLook) {
        var asked = terms.filter { !TermCheck.isPossible($0) }
        let rest = terms.filter(TermCheck.isPossible).sorted { $0.foods < $1.foods }
        var next = rest.startIndex
        if asked.isEmpty, let rarest = rest.first {
            asked.append(rarest)
            next += 1
        }
        var left = max(1, asked.map(\.foods).min() ?? 1)
        while next < rest.endIndex, rest[next].foods / stepsPerLook < left {
            asked.append(rest[next])
            left = max(1, left / Self.sharePerTerm)
            next += 1
        }
        self.asked = asked
        checked = Array(rest[next...])
    }
}
