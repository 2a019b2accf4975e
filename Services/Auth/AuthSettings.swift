import Configuration
package import Contracts
package import Logging
import ServiceKit

/// What can be configured about signing in.
///
/// Configuration keys, from the command line, then the environment:
/// - `auth.argon2.memoryMib` (int, 19, `--auth-argon2-memory-mib`, `MEALWIRE_AUTH_ARGON2_MEMORY_MIB`): memory that
///   hashing one password takes, in MiB.
/// - `auth.argon2.passes` (int, 2): passes over that memory. The defaults are OWASP's advice for argon2id.
/// - `auth.accessTokenMinutes` (int, 15, `--auth-access-token-minutes`, `MEALWIRE_AUTH_ACCESS_TOKEN_MINUTES`): how long
///   an access token is good for.
/// - `auth.sessionDays` (int, 60): how long a session lives without being used.
/// - `auth.sessionMaxDays` (int, 180): how long a session lives at most, however much it is used. Half a year bounds what a
///   copied refresh token is worth, and asks for the password twice a year.
/// - `auth.sealingKeyFile` (string, `auth.sealing-key` in the data directory, `--auth-sealing-key-file`,
///   `MEALWIRE_AUTH_SEALING_KEY_FILE`): the key under which secrets of second factors are kept, made where there is none.
/// - `registration` (string, `open`, `--registration`, `MEALWIRE_REGISTRATION`): who may make an account: everybody
///   (`open`), whoever has the code of an invitation (`invitation`), or nobody (`closed`).
/// - `auth.registrationsPerClient` (int, 60): registrations an hour from one network address; those from this host are
///   not counted. A class or an office that signs up together makes fewer.
/// - `security.logLevel` (string, `info`): the least level of security events that are logged, whatever `log.level` says.
/// - `auth.emailStatus` (bool, `true`): whether anybody may ask if an e-mail address has an account.
/// - `auth.keyRotationDays` (int, 90): how old the key that signs access tokens gets before a new one is made.
/// - `auth.keyLeadMinutes` (int, 60): how long a new key is published before it signs.
package struct AuthSettings: Sendable {
    package var passwordCost = PasswordHasher.Cost(memoryMiB: 19, passes: 2)
    package var accessTokenMinutes = 15
    package var sessionDays = 60
    package var sessionMaxDays = 180
    package var registrationsPerClient = 60
    package var securityLogLevel = Logger.Level.info
    /// Whether people confirm their address before they set up a second factor or tokens: true where mail goes out.
    package var confirmsEmail = false
    /// Nil for the data directory's.
    package var sealingKeyFile: String?
    package var registration = RegistrationMode.open
    package var tellsEmailStatus = true
    package var keyRotationDays = 90
    package var keyLeadMinutes = 60

    package init() {}

    init(_ reader: ConfigReader) throws {
        // 7 MiB is the least that OWASP names; two passwords are hashed at once, so the most is two GiB.
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
        tellsEmailStatus = try reader.choice("auth.emailStatus", default: Switch.true).isOn
        keyRotationDays = try reader.number("auth.keyRotationDays", in: 1...3_650, default: keyRotationDays)
        keyLeadMinutes = try reader.number("auth.keyLeadMinutes", in: 0...1_440, default: keyLeadMinutes)
    }

    var keySchedule: SigningKeyRing.Schedule {
        SigningKeyRing.Schedule(rotationS: keyRotationDays * 86_400, leadS: keyLeadMinutes * 60)
    }
}

/// A setting that is on or off.
private enum Switch: String, CaseIterable {
    case `true`
    case `false`

    var isOn: Bool { self == .true }
}

extension ConfigReader {
    /// One of some words, or the default where the key is not set.
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
