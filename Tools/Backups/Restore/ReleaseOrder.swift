/// Compares versions of Mealwire by the numbers of Semantic Versioning.
package enum ReleaseOrder {
    /// Returns whether one version is newer than another; false if either text is not a version.
    package static func isNewer(_ one: String, than other: String) -> Bool {
        guard let one = numbers(one), let other = numbers(other) else { return false }
        return other.lexicographicallyPrecedes(one)
    }

    private static func numbers(_ text: String) -> [Int]? {
        let core = text.prefix { $0 != "-" && $0 != "+" }
        let parts = core.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, !parts.contains(nil) else { return nil }
        return parts.compactMap { $0 }
    }
}
