extension JSONCursor {
    /// Reads a string or a number as text; skips any other value.
    ///
    /// - Parameters:
    ///   - result: Receives the text, unless it is empty.
    ///   - isBroken: Set to true if the text is not UTF-8.
    /// - Returns: Whether there was a complete value.
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

    /// Reads a comma-separated string or an array of strings.
    ///
    /// - Parameters:
    ///   - result: Receives the nonempty texts.
    ///   - isBroken: Set to true if a text is not UTF-8.
    /// - Returns: Whether there was a complete value.
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
