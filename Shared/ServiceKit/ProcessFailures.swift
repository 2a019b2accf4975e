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

    /// Refuses a former name of a setting: ignoring it would use the default without a word.
    ///
    /// - Parameters:
    ///   - former: The key that earlier versions used.
    ///   - key: The key that replaces it.
    /// - Throws: `ConfigurationFailure` with the new name, if the former one is set.
    package func refuseFormerName(_ former: String, of key: String) throws(ConfigurationFailure) {
        // Without a value the option is a flag, which has no text.
        let flag = bool(forKey: ConfigKey(former)).map { "\($0)" }
        guard let value = string(forKey: ConfigKey(former)) ?? flag else { return }
        let words = key.split(separator: ".")
        let option = "--" + words.joined(separator: "-")
        let variable = "MEALWIRE_" + words.joined(separator: "_").uppercased()
        throw ConfigurationFailure(former, value, "left out: its name is now \(key) (\(option), \(variable))")
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
package struct EarlyExit: Error {
    /// A line for standard output.
    let line: String

    package init(saying line: String) { self.line = line }
}
