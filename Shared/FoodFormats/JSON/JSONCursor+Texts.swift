extension JSONCursor {
    /// Takes a string or a number as a text; steps over any value.
    ///
    /// - Parameters:
    ///   - result: Gets the text, unless it is empty.
    ///   - isBroken: Is set if it is not UTF-8.
    /// - Returns: Whether there was a value that ends.
    mutating func takeText(_ result: inout String?, _ isBroken: inout Bool) -> Bool {
        var found: String?
        switch peek() {
        case UInt8(ascii: "\""):
            guard let text = text() else { return false }
            found = text.string
            if found == nil { isBroken = true }
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            guard let digits = scalar() else { return false }
            found = String(validating: digits, as: UTF8.self)
        default: return skip()
        }
        if let found, !found.isEmpty { result = found }
        return true
    }

    /// Takes a string with commas or an array of strings.
    ///
    /// - Parameters:
    ///   - result: Gets the texts that are not empty.
    ///   - isBroken: Is set if one is not UTF-8.
    /// - Returns: Whether there was a value that ends.
    mutating func takeTexts(_ result: inout [String], _ isBroken: inout Bool) -> Bool {
        result = []
        if peek() == UInt8(ascii: "[") {
            return walkArray { cursor in
                var item: String?
                guard cursor.takeText(&item, &isBroken) else { return false }
                if let item { result.append(item) }
                return true
            }
        }
        var text: String?
        guard takeText(&text, &isBroken) else { return false }
        result = text.map(OpenFoodFactsText.list) ?? []
        return true
    }
}
