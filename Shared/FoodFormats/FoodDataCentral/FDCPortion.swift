/// Names portions of FoodData Central.
enum FDCPortion {
    private static let undetermined: Set<String> = ["undetermined", "Quantity not specified"]

    /// Makes a name out of what is told.
    ///
    /// - Parameters:
    ///   - amount: How many of the measure.
    ///   - measure: Such as "cup"; nil where none is told.
    ///   - description: All of it in one, such as "1 cup"; goes before the rest.
    ///   - modifier: Such as "chopped", or the measure itself where none is told.
    /// - Returns: Nil where it is not said what weighs so much.
    static func name(amount: Double?, measure: String?, description: String?, modifier: String?) -> String? {
        if let description {
            if !undetermined.contains(description) { return description }
            if measure == nil { return nil }
        }
        // In the Survey Foods the modifier is a number of a table that is not there.
        let words = modifier.flatMap { Int($0) == nil && !undetermined.contains($0) ? $0 : nil }
        let what = [measure, words].compactMap(\.self).joined(separator: ", ")
        return what.isEmpty ? nil : "\(number(amount ?? 1)) \(what)"
    }

    /// Without decimals where there are none.
    private static func number(_ amount: Double) -> String {
        if let whole = Int(exactly: amount) { return "\(whole)" }
        return "\((amount * 1_000).rounded() / 1_000)"
    }
}
