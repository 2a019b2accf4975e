import Contracts

/// Parses fields with several values.
enum CatalogueField {
    /// Parses portions, written `name=grams` and separated by bars.
    static func portions(_ text: String) throws(RowRefusal) -> [Portion] {
        var portions: [Portion] = []
        for item in text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            guard let equals = item.lastIndex(of: UInt8(ascii: "=")), equals > item.startIndex,
                let name = String(item[..<equals]),
                let grams = number(item[item.index(after: equals)...]), grams > 0
            else { throw RowRefusal("portions must be written name=grams, separated by bars") }
            portions.append(Portion(name: name, grams: grams))
        }
        return portions
    }

    /// Parses allergens, separated by bars; `none` means that the food has none.
    static func allergens(_ text: String) throws(RowRefusal) -> [Allergen] {
        if text == "none" { return [] }
        var allergens: [Allergen] = []
        for item in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let allergen = Allergen(rawValue: String(item)) else {
                throw RowRefusal("allergens has “\(item.prefix(30))”, which is none of the 14 or “none”")
            }
            if !allergens.contains(allergen) { allergens.append(allergen) }
        }
        return allergens
    }

    private static func number(_ text: Substring.UTF8View) -> Double? {
        text.withContiguousStorageIfAvailable { DecimalNumber.parse($0) } ?? nil
    }
}
