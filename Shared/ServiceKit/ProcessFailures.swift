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

/// A failure that another start would not resolve: an administrator must act first.
package struct PermanentFailure: Error, CustomStringConvertible {
    /// `EX_DATAERR` of sysexits.h.
    ///
    /// Supervisors do not restart a process with this exit status: systemd by `RestartPreventExitStatus=`, and
    /// `mealwire up`.
    package static let exitStatus: Int32 = 65

    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Thrown while a process is built, to end it with success: it has done its task and need not serve.
package struct EarlyEnd: Error {
    /// A line for standard output.
    let line: String

    package init(saying line: String) { self.line = line }
}
