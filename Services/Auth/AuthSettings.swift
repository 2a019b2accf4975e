package import Contracts
package import Logging
import Settings

/// The configuration of authentication; ``Settings/Auth`` declares what it reads.
package struct AuthSettings: Sendable {
    package var passwordCost = PasswordHasher.Cost(
        memoryMiB: Settings.Auth.argon2MemoryMiB.standard,
        passes: Settings.Auth.argon2Passes.standard
    )
    package var accessTokenMinutes = Settings.Auth.accessTokenMinutes.standard
    package var sessionDays = Settings.Auth.sessionDays.standard
    package var sessionMaxDays = Settings.Auth.sessionMaxDays.standard
    package var registrationsPerClient = Settings.Auth.registrationsPerClient.standard
    package var securityLogLevel = Settings.Auth.securityLogLevel.standard
    /// Whether a second factor and tokens require a confirmed address: true if mail leaves this host.
    package var requiresEmailConfirmation = false
    /// Path of the sealing key; nil selects the file in the data directory.
    package var sealingKeyFile: String?
    /// Whether anyone may sign in as an account of the demonstration.
    package var isDemo = Settings.Auth.demo.standard
    package var registration = Settings.Auth.registration.standard
    package var allowsEmailStatus = Settings.Auth.emailStatus.standard
    package var keyRotationDays = Settings.Auth.keyRotationDays.standard
    package var keyLeadMinutes = Settings.Auth.keyLeadMinutes.standard

    package init() {}

    init(_ settings: SettingsReader) throws {
        passwordCost.memoryMiB = try settings.read(Settings.Auth.argon2MemoryMiB)
        passwordCost.passes = try settings.read(Settings.Auth.argon2Passes)
        accessTokenMinutes = try settings.read(Settings.Auth.accessTokenMinutes)
        sessionDays = try settings.read(Settings.Auth.sessionDays)
        sessionMaxDays = try settings.read(Settings.Auth.sessionMaxDays, default: max(sessionMaxDays, sessionDays))
        registrationsPerClient = try settings.read(Settings.Auth.registrationsPerClient)
        securityLogLevel = try settings.read(Settings.Auth.securityLogLevel)
        sealingKeyFile = try settings.read(Settings.Auth.sealingKeyFile)
        isDemo = try settings.read(Settings.Auth.demo)
        registration = try settings.read(Settings.Auth.registration)
        allowsEmailStatus = try settings.read(Settings.Auth.emailStatus)
        keyRotationDays = try settings.read(Settings.Auth.keyRotationDays)
        keyLeadMinutes = try settings.read(Settings.Auth.keyLeadMinutes)
    }

    var keySchedule: SigningKeyRing.Schedule {
        SigningKeyRing.Schedule(rotationS: keyRotationDays * 86_400, leadS: keyLeadMinutes * 60)
    }
}
