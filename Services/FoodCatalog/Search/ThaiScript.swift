/// Thai is written without spaces: a run of it is found by each two neighbouring characters, and then looked through.
///
/// That needs no dictionary, so that a half-typed word is found as well as a whole one.
enum ThaiScript {
    /// How much of a name's beginning is kept as its start.
    static let startLength = 3

    static func holds(_ scalar: Unicode.Scalar) -> Bool { (0x0E00...0x0E7F).contains(scalar.value) }

    /// Whether a word of the normaliser is such a run.
    static func isRun(_ word: String) -> Bool { word.unicodeScalars.first.map(holds) ?? false }

    /// Each two neighbouring characters; a single one by itself.
    static func pairs(of run: String) -> [String] {
        let scalars = Array(run.unicodeScalars)
        guard scalars.count > 1 else { return [run] }
        return (1..<scalars.count).map { index in
            var pair = String.UnicodeScalarView()
            pair.append(scalars[index - 1])
            pair.append(scalars[index])
            return String(pair)
        }
    }

    /// The first characters of a run.
    static func start(of run: String) -> String {
        String(String.UnicodeScalarView(run.unicodeScalars.prefix(startLength)))
    }
}
