package import Configuration

/// An invalid value of a configuration key; aborts the start.
package struct ConfigurationFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ key: String, _ value: String, _ allowed: String) {
        description = "\(key) is \(value), but must be \(allowed)."
    }
}

extension ConfigReader {
    /// Returns an integer within a range, or the default if the key is not set.
    ///
    /// The value is read as text: a `ConfigReader` would silently use the default for a number that it cannot parse.
    ///
    /// - Throws: `ConfigurationFailure` for any other value.
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
