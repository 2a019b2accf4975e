import Contracts

/// Short lists in one column, which are read many times faster than JSON: entries with the record separator between, each of two
/// parts with the unit separator between (ASCII 30 and 31).
///
/// Texts are kept without control characters, so neither can be part of one.
enum PackedText {
    private static let entrySeparator: Character = "\u{1E}"
    private static let partSeparator: Character = "\u{1F}"

    /// Nil for an empty list.
    static func pack(_ pairs: some Collection<(String, String)>) -> String? {
        if pairs.isEmpty { return nil }
        return pairs.map { "\(clean($0.0))\(partSeparator)\(clean($0.1))" }.joined(separator: String(entrySeparator))
    }

    static func pairs(_ text: String?) -> [(String, String)] {
        guard let text, !text.isEmpty else { return [] }
        return text.split(separator: entrySeparator).compactMap { entry in
            let parts = entry.split(separator: partSeparator, maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    static func portions(_ text: String?) -> [Portion] {
        pairs(text).compactMap { name, grams in Double(grams).map { Portion(name: name, grams: $0) } }
    }

    static func texts(_ text: String?) -> [String: String] {
        Dictionary(pairs(text)) { first, _ in first }
    }

    static func amounts(_ text: String?) -> [String: Double] {
        Dictionary(pairs(text).compactMap { name, amount in Double(amount).map { (name, $0) } }) { first, _ in first }
    }

    private static func clean(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { $0 != 0x1E && $0 != 0x1F }
        return isClean ? text : text.filter { $0 != entrySeparator && $0 != partSeparator }
    }
}
