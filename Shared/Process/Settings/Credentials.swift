import Configuration
import FoundationEssentials

/// Secrets that the service manager passes as files in `$CREDENTIALS_DIRECTORY`: systemd by `LoadCredential=`,
/// container engines as secrets.
///
/// They take precedence over the command line and the environment. Each has a fixed file name:
///
/// | file | what it holds | the same as the setting |
/// | --- | --- | --- |
/// | `mealwire.key` | the secret key of the bridge, for connections between hosts | `key.file` |
/// | `far-bridge.pub` | the public key of the bridges that this one connects to | `far.key.file` |
/// | `auth.sealing-key` | the key under which auth keeps secrets of second factors | `auth.sealingKeyFile` |
/// | `edamam.id`, `edamam.key` | of an application with Edamam | `catalog.remote.edamam.id`, `….key` |
package enum Credentials {
    /// Credentials that are read from their files when needed, and the setting that names the file.
    private static let files: [(name: String, setting: Setting<String?>)] = [
        ("mealwire.key", Settings.Bridge.keyFile), ("far-bridge.pub", Settings.Bridge.farKeyFile),
        ("auth.sealing-key", Settings.Auth.sealingKeyFile),
    ]
    /// Credentials that contain the value of a setting.
    private static let values: [(name: String, setting: Setting<String?>)] = [
        ("edamam.id", Settings.FoodCatalog.edamamID), ("edamam.key", Settings.FoodCatalog.edamamKey),
    ]

    /// The names of the files.
    package static let names = (files + values).map(\.name)

    /// The directory of the credentials that an environment names; nil if it names none.
    private static func directory(_ environment: [String: String]) -> String? {
        environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns whether a file was passed as a credential.
    ///
    /// The mode of such a file is not meaningful: systemd may grant access by an access control list, which shows as
    /// permissions of the group.
    package static func contain(
        _ path: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        directory(environment).map { path.hasPrefix("\($0)/") } ?? false
    }

    /// Returns the credentials as a provider of settings.
    ///
    /// - Throws: `CredentialFailure` if a file exists that cannot be read or does not hold exactly one word.
    static func provider(environment: [String: String]) throws -> InMemoryProvider {
        guard let directory = directory(environment) else { return InMemoryProvider(name: "credentials", values: [:]) }
        var found: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, setting) in files {
            let path = "\(directory)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            found[absolute(setting)] = ConfigValue(.string(path), isSecret: false)
        }
        for (name, setting) in values {
            let path = "\(directory)/\(name)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            guard let text = text(path) else { throw CredentialFailure(name: name) }
            found[absolute(setting)] = ConfigValue(.string(text), isSecret: true)
        }
        return InMemoryProvider(name: "credentials", values: found)
    }

    private static func absolute(_ setting: Setting<String?>) -> AbsoluteConfigKey {
        AbsoluteConfigKey(setting.declaration.name.split(separator: ".").map(String.init), context: [:])
    }

    /// The only word of a file, without the line break that editors append; nil if there is not exactly one.
    private static func text(_ path: String) -> String? {
        guard let content = FileManager.default.contents(atPath: path) else { return nil }
        let lines = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return lines.count == 1 ? String(lines[0]) : nil
    }
}

/// The error for a credential that cannot be used.
package struct CredentialFailure: Error, CustomStringConvertible {
    let name: String

    package var description: String {
        "The credential \(name) was passed, but its file cannot be read or does not contain exactly one word."
    }
}
