/// An invalid value of a setting, or an option that does not exist; aborts the start.
package struct ConfigurationFailure: Error, CustomStringConvertible {
    package let description: String

    /// Creates the error for a value of a setting.
    ///
    /// A secret must not be passed as the value.
    ///
    /// - Parameters:
    ///   - name: The name of the setting.
    ///   - value: The value, or what it is: "not set".
    ///   - allowed: The end of the sentence "it must be …".
    package init(_ name: String, _ value: String, _ allowed: String) {
        description = "\(name) is \(value), but must be \(allowed)."
    }

    /// Creates the error for a value that the declaration of its setting does not allow; hides the value of a secret.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - value: The value, or what it is: "not set".
    ///   - allowed: The end of the sentence "it must be …"; the declared form by default.
    package init<Value>(_ setting: Setting<Value>, _ value: String, _ allowed: String? = nil) {
        let declaration = setting.declaration
        self.init(declaration.name, value, allowed ?? declaration.kind.allowed)
    }

    /// Creates an error with a sentence of its own.
    init(_ sentence: String) { description = sentence }
}
