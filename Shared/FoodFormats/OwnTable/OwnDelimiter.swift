/// Detects the delimiter of a user's own table.
enum OwnDelimiter {
    /// Returns the delimiter.
    ///
    /// - Parameters:
    ///   - chosen: The user's choice.
    ///   - header: The first line.
    /// - Returns: The chosen delimiter, or else the most frequent one of the header.
    static func find(_ chosen: ReaderOptions.Delimiter, in header: ArraySlice<UInt8>) -> UInt8 {
        switch chosen {
        case .comma: return UInt8(ascii: ",")
        case .semicolon: return UInt8(ascii: ";")
        case .tab: return UInt8(ascii: "\t")
        case .automatic: break
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in header {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var best = candidates[0]
        for candidate in candidates where counts[candidate, default: 0] > counts[best, default: 0] { best = candidate }
        return best
    }
}
