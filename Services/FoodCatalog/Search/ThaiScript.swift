/// Indexing of Thai, which is written without spaces: a run is found by its pairs of adjacent characters and then
/// scanned.
///
/// That needs no dictionary, and finds partly typed words as well as whole ones.
enum ThaiScript {
    /// Number of leading characters that the start token of a name contains.
    static let startLength = 3

    static func holds(_ scalar: Unicode.Scalar) -> Bool { (0x0E00...0x0E7F).contains(scalar.value) }

    /// Returns whether a normalised word is a run of Thai.
    static func isRun(_ word: String) -> Bool { word.unicodeScalars.first.map(holds) ?? false }

    /// Returns the pairs of adjacent characters; a single character by itself.
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

    /// Returns the first ``startLength`` characters of a run.
    static func start(of run: String) -> String {
        String(String.UnicodeScalarView(run.unicodeScalars.prefix(startLength)))
    }
}
