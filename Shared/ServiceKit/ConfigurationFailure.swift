package import Configuration

/// A bad value of a configuration key; stops the start.
package struct ConfigurationFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ key: String, _ value: String, _ allowed: String) {
        description = "\(key) is \(value), but must be \(allowed)."
    }
}

extension ConfigReader {
    /// A whole number within a range, or the default where the key is not set.
    ///
    /// It is read as text, because a reader takes the default for a number that it cannot read, instead of stopping.
    ///
    /// - Throws: `ConfigurationFailure` for anything else.
    package func number(_ key: String, in range: ClosedRange<Int>, default fallback: Int) throws(ConfigurationFailure)
        -> Int
    {
        guard let text = string(forKey: ConfigKey(key)) else { return fallback }
        guard let value = Int(text), range.contains(value) else {
            throw ConfigurationFailure(key, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
