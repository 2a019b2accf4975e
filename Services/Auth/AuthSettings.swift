import Configuration
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
/// - `auth.sealingKeyFile` (string, `auth.sealing-key` in the data directory, `--auth-sealing-key-file`,
///   `MEALWIRE_AUTH_SEALING_KEY_FILE`): the key under which secrets of second factors are kept, made where there is none.
package struct AuthSettings: Sendable {
    package var passwordCost = PasswordHasher.Cost(memoryMiB: 19, passes: 2)
    package var accessTokenMinutes = 15
    package var sessionDays = 60
    /// Nil for the data directory's.
    package var sealingKeyFile: String?

    package init() {}

    init(_ reader: ConfigReader) throws {
        // 7 MiB is the least that OWASP names; two passwords are hashed at once, so the most is two GiB.
        passwordCost.memoryMiB = try reader.number(
            "auth.argon2.memoryMib",
            in: 7...1_024,
            default: passwordCost.memoryMiB
        )
        passwordCost.passes = try reader.number("auth.argon2.passes", in: 1...100, default: passwordCost.passes)
        accessTokenMinutes = try reader.number("auth.accessTokenMinutes", in: 1...60, default: accessTokenMinutes)
        sessionDays = try reader.number("auth.sessionDays", in: 1...3_650, default: sessionDays)
        sealingKeyFile = reader.string(forKey: "auth.sealingKeyFile")
    }
}
