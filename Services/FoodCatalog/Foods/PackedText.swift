import Contracts

/// Encodes short lists of pairs in one column, which are decoded many times faster than JSON.
///
/// The record separator (ASCII 30) is between entries, the unit separator (ASCII 31) between the two parts of an entry.
/// Stored texts have no control characters, so neither occurs in a part.
enum PackedText {
    private static let entrySeparator: UInt8 = 0x1E
    private static let partSeparator: UInt8 = 0x1F

    /// Encodes pairs; nil for an empty list.
    static func pack(_ pairs: some Collection<(String, String)>) -> String? {
        if pairs.isEmpty { return nil }
        let entries = pairs.map { "\(clean($0.0))\(text(partSeparator))\(clean($0.1))" }
        return entries.joined(separator: text(entrySeparator))
    }

    static func pairs(_ text: String?) -> [(String, String)] { entries(text) { (String($0), String($1)) } }

    static func portions(_ text: String?) -> [Portion] {
        entries(text) { name, grams in Double(grams).map { Portion(name: String(name), grams: $0) } }
    }

    /// Returns what the parts of each entry make.
    private static func entries<Entry>(_ text: String?, _ make: (Substring, Substring) -> Entry?) -> [Entry] {
        guard let text, !text.isEmpty else { return [] }
        // Splits bytes, since finding character boundaries is slow.
        return text.utf8.split(separator: entrySeparator).compactMap { entry in
            guard let middle = entry.firstIndex(of: partSeparator) else { return nil }
            return make(Substring(entry[..<middle]), Substring(entry[middle...].dropFirst()))
        }
    }

    static func texts(_ text: String?) -> [String: String] {
        Dictionary(pairs(text)) { first, _ in first }
    }

    static func amounts(_ text: String?) -> [String: Double] {
        Dictionary(pairs(text).compactMap { name, amount in Double(amount).map { (name, $0) } }) { first, _ in first }
    }

    private static func clean(_ text: String) -> String {
        let isClean = text.utf8.allSatisfy { $0 != entrySeparator && $0 != partSeparator }
        return isClean ? text : text.filter { $0.asciiValue != entrySeparator && $0.asciiValue != partSeparator }
    }

    private static func text(_ separator: UInt8) -> String { String(Unicode.Scalar(separator)) }
}
