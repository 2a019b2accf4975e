package import Settings

/// The configuration of HTTPS; ``Settings/Gateway/HTTPS`` declares what it reads.
package struct HTTPSConfiguration: Sendable {
    package let port: Int
    package let certificatePath: String
    package let keyPath: String
    /// What the plain port does.
    package let plainPort: Settings.Gateway.HTTPS.PlainPort
    /// The value of `Strict-Transport-Security`; nil if browsers may use plain HTTP, too.
    package let strictTransport: String?

    /// Reads the settings; nil if the server speaks plain HTTP only.
    ///
    /// - Throws: `ConfigurationFailure` if the certificate or the key is not set.
    package init?(_ settings: SettingsReader) throws {
        typealias Declared = Settings.Gateway.HTTPS
        guard let port = try settings.read(Declared.port) else { return nil }
        guard let certificate = try settings.read(Declared.certificate) else {
            throw ConfigurationFailure(Declared.certificate, "not set", "a PEM file if https.port is set")
        }
        guard let key = try settings.read(Declared.key) else {
            throw ConfigurationFailure(Declared.key, "not set", "a PEM file if https.port is set")
        }
        (self.port, certificatePath, keyPath) = (port, certificate, key)
        plainPort = try settings.read(Declared.plainPort)
        let days = try settings.read(Declared.hstsDays)
        strictTransport = days > 0 ? "max-age=\(days * 86_400)" : nil
    }
}
