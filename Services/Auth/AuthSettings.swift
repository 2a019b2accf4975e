import Configuration
package import Contracts
package import Logging
import ServiceKit

/// The configuration of authentication.
///
/// Configuration keys, from the command line, then the environment:
/// - `auth.argon2.memoryMib` (int, 19, `--auth-argon2-memory-mib`, `MEALWIRE_AUTH_ARGON2_MEMORY_MIB`): memory for
///   hashing one password, in MiB.
/// - `auth.argon2.passes` (int, 2): passes over that memory. The defaults are OWASP's advice for argon2id.
/// - `auth.accessTokenMinutes` (int, 15, `--auth-access-token-minutes`, `MEALWIRE_AUTH_ACCESS_TOKEN_MINUTES`): lifetime
///   of an access token.
/// - `auth.sessionDays` (int, 60): how long an unused session stays valid.
/// - `auth.sessionMaxDays` (int, 180): lifetime of a session, however often it is used. Half a year limits the value of
///   a copied refresh token, and asks for the password twice a year.
/// - `auth.sealingKeyFile` (string, `auth.sealing-key` in the data directory, `--auth-sealing-key-file`,
///   `MEALWIRE_AUTH_SEALING_KEY_FILE`): the key that encrypts the secrets of second factors. A missing file is created.
/// - `registration` (string, `open`, `--registration`, `MEALWIRE_REGISTRATION`): access to registration: everyone
///   (`open`), everyone with an invitation code (`invitation`), or no one (`closed`).
/// - `auth.registrationsPerClient` (int, 60): registrations per hour from one network address; those from this host are
///   not counted. A class or an office that registers together needs fewer.
/// - `security.logLevel` (string, `info`): the lowest level of security events that are logged, independent of
///   `log.level`.
/// - `auth.emailStatus` (bool, `true`): whether clients may ask if an e-mail address has an account.
/// - `auth.keyRotationDays` (int, 90): the age at which the key that signs access tokens is replaced.
/// - `auth.keyLeadMinutes` (int, 60): how long a new key is published before it signs.
package struct AuthSettings: Sendable {
    package var passwordCost = PasswordHasher.Cost(memoryMiB: 19, passes: 2)
    package var accessTokenMinutes = 15
    package var sessionDays = 60
    package var sessionMaxDays = 180
    package var registrationsPerClient = 60
    package var securityLogLevel = Logger.Level.info
    /// Whether a second factor and tokens require a confirmed address: true if mail leaves this host.
    package var requiresEmailConfirmation = false
    /// Path of the sealing key; nil selects the file in the data directory.
    package var sealingKeyFile: String?
    package var registration = RegistrationMode.open
    package var allowsEmailStatus = true
    package var keyRotationDays = 90
    package var keyLeadMinutes = 60

    package init() {}

    init(_ reader: ConfigReader) throws {
        // OWASP's minimum is 7 MiB. Two passwords are hashed at once, so the maximum amounts to two GiB.
        passwordCost.memoryMiB = try reader.number(
            "auth.argon2.memoryMib",
            in: 7...1_024,
            default: passwordCost.memoryMiB
        )
        passwordCost.passes = try reader.number("auth.argon2.passes", in: 1...100, default: passwordCost.passes)
        accessTokenMinutes = try reader.number(
            "auth.accessTokenMinutes",
            in: AccessTokenClaims.lifetimeMinutes,
            default: accessTokenMinutes
        )
        sessionDays = try reader.number("auth.sessionDays", in: 1...3_650, default: sessionDays)
        sessionMaxDays = try reader.number(
            "auth.sessionMaxDays",
            in: 1...3_650,
            default: max(sessionMaxDays, sessionDays)
        )
        registrationsPerClient = try reader.number(
            "auth.registrationsPerClient",
            in: 1...1_000_000,
            default: registrationsPerClient
        )
        securityLogLevel = try reader.choice("security.logLevel", default: securityLogLevel)
        sealingKeyFile = reader.string(forKey: "auth.sealingKeyFile")
        registration = try reader.choice("registration", default: registration)
        allowsEmailStatus = try reader.choice("auth.emailStatus", default: Switch.true).isOn
        keyRotationDays = try reader.number("auth.keyRotationDays", in: 1...3_650, default: keyRotationDays)
        keyLeadMinutes = try reader.number("auth.keyLeadMinutes", in: 0...1_440, default: keyLeadMinutes)
    }

    var keySchedule: SigningKeyRing.Schedule {
        SigningKeyRing.Schedule(rotationS: keyRotationDays * 86_400, leadS: keyLeadMinutes * 60)
    }
}

/// A Boolean setting.
private enum Switch: String, CaseIterable {
    case `true`
    case `false`

    var isOn: Bool { self == .true }
}

extension ConfigReader {
    /// Returns the case that the setting names, or the default if the key is not set.
    ///
    /// - Throws: `ConfigurationFailure` for any other word.
    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String,
        default fallback: Choice
    ) throws(ConfigurationFailure) -> Choice where Choice.RawValue == String {
        guard let text = string(forKey: ConfigKey(key)) else { return fallback }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationFailure(key, text, "one of \(words)")
        }
        return choice
    }
}
