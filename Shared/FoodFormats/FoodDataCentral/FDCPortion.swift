/// Names portions of FoodData Central.
enum FDCPortion {
    private static let undetermined: Set<String> = ["undetermined", "Quantity not specified"]

    /// Returns the name of a portion.
    ///
    /// - Parameters:
    ///   - amount: The number of measures.
    ///   - measure: The measure, such as "cup", if given.
    ///   - description: The whole portion, such as "1 cup"; takes precedence.
    ///   - modifier: A modifier, such as "chopped", or the measure itself if `measure` is nil.
    /// - Returns: The name; nil if the portion is not described.
    static func name(amount: Double?, measure: String?, description: String?, modifier: String?) -> String? {
        if let description {
            if !undetermined.contains(description) { return description }
            if measure == nil { return nil }
        }
        // In the Survey Foods the modifier is a key of a table that is not published.
        let words = modifier.flatMap { Int($0) == nil && !undetermined.contains($0) ? $0 : nil }
        let what = [measure, words].compactMap(\.self).joined(separator: ", ")
        return what.isEmpty ? nil : "\(number(amount ?? 1)) \(what)"
    }

    /// Formats an amount, without decimals if it is whole.
    private static func number(_ amount: Double) -> String {
        if let whole = Int(exactly: amount) { return "\(whole)" }
        return "\((amount * 1_000).rounded() / 1_000)"
    }
}
