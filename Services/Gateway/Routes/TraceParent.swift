/// The header by which a trace goes on from process to process (W3C Trace Context, level 1, section 3.2).
enum TraceParent {
    /// Hexadecimal digits of version, trace, parent and flags.
    private static let lengths = [2, 32, 16, 2]
    /// The version that does not exist.
    private static let noVersion = "ff"

    /// Whether a caller's text is one; anything else is none of its business to pass on.
    static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == lengths, !text.hasPrefix(noVersion) else { return false }
        let digits = Set("0123456789abcdef".utf8)
        return parts.allSatisfy { $0.allSatisfy(digits.contains) }
            && parts[1...2].allSatisfy { $0.contains { $0 != UInt8(ascii: "0") } }
    }
}
