package import Contracts
package import Logging

extension Settings {
    /// The settings of auth.
    package enum Auth {
        package static let registration = Setting(
            "registration",
            default: RegistrationMode.open,
            of: [.auth],
            "whether everyone may register, everyone with the code of an invitation, or no one"
        )
        package static let demo = Setting(
            "demo",
            default: false,
            of: [.auth],
            "whether the server is a demonstration, in which anyone may sign in as one of three users without a password",
            reason: "A data directory with other accounts is refused. `mealwire up --demo` sets it."
        )
        package static let argon2MemoryMiB = Setting(
            "auth.argon2.memoryMib",
            in: 7...1_024,
            unit: .mebibytes,
            default: 19,
            of: [.auth],
            "memory of one password hash",
            reason:
                "OWASP advises the default and asks for 7 MiB at least. Two passwords are hashed at once, so the maximum "
                + "amounts to two GiB."
        )
        package static let argon2Passes = Setting(
            "auth.argon2.passes",
            in: 1...100,
            default: 2,
            of: [.auth],
            "passes over that memory",
            reason: "OWASP advises the default."
        )
        package static let accessTokenMinutes = Setting(
            "auth.accessTokenMinutes",
            in: AccessTokenClaims.lifetimeMinutes,
            unit: .minutes,
            default: 15,
            of: [.auth],
            "lifetime of an access token",
            reason: "Gateways keep ended sessions no longer than the longest token lives."
        )
        package static let sessionDays = Setting(
            "auth.sessionDays",
            in: 1...3_650,
            unit: .days,
            default: 60,
            of: [.auth, .gateway],
            "lifetime of an unused session; the gateway's privacy notice shows it"
        )
        package static let sessionMaxDays = Setting(
            "auth.sessionMaxDays",
            in: 1...3_650,
            unit: .days,
            default: 180,
            fallback: "180, or `auth.sessionDays` if that is longer",
            of: [.auth],
            "longest lifetime of a session, however often it is used",
            reason: "Half a year limits the value of a copied refresh token, and asks for the password twice a year."
        )
        package static let registrationsPerClient = Setting(
            "auth.registrationsPerClient",
            in: 1...1_000_000,
            default: 60,
            of: [.auth],
            "accounts an hour from one network address; this host is not limited",
            reason: "A class or an office that registers together needs fewer than the default."
        )
        package static let emailStatus = Setting(
            "auth.emailStatus",
            default: true,
            of: [.auth],
            "whether anyone may ask if an e-mail address has an account"
        )
        package static let sealingKeyFile = Setting(
            "auth.sealingKeyFile",
            .path,
            fallback: "`auth.sealing-key` in the data directory",
            of: [.auth],
            "key that encrypts the secrets of second factors; a missing file is created",
            reason: "Back it up apart from the database."
        )
        package static let keyRotationDays = Setting(
            "auth.keyRotationDays",
            in: 1...3_650,
            unit: .days,
            default: 90,
            of: [.auth],
            "age at which the key that signs access tokens is replaced"
        )
        package static let keyLeadMinutes = Setting(
            "auth.keyLeadMinutes",
            in: 0...1_440,
            unit: .minutes,
            default: 60,
            of: [.auth],
            "how long a new key is published before it signs"
        )
        package static let securityLogLevel = Setting(
            "security.logLevel",
            default: Logger.Level.info,
            of: [.auth],
            "lowest level of security events, independent of `--log-level`"
        )
        package static let mailCommand = Setting(
            "mail.command",
            .text(form: "the absolute path of a program, and its arguments, such as /usr/sbin/sendmail -t -i"),
            of: [.auth],
            "program that sends mail as `sendmail` does, without a shell; without it, mail goes to the maildir `mail` of "
                + "the data directory"
        )
        package static let mailFrom = Setting(
            "mail.from",
            .text(form: "an e-mail address, such as mealwire@example.org"),
            fallback: "`mealwire@localhost`",
            of: [.auth],
            "sender of mail; required with a command"
        )
        package static let mailRetrySeconds = Setting(
            "mail.retrySeconds",
            in: 1...3_600,
            unit: .seconds,
            default: 10,
            of: [.auth],
            "delay after the first failure, doubled with each further one up to an hour"
        )

        static let all = [
            registration.declaration, demo.declaration, argon2MemoryMiB.declaration, argon2Passes.declaration,
            accessTokenMinutes.declaration, sessionDays.declaration, sessionMaxDays.declaration,
            registrationsPerClient.declaration, emailStatus.declaration, sealingKeyFile.declaration,
            keyRotationDays.declaration, keyLeadMinutes.declaration, securityLogLevel.declaration,
            mailCommand.declaration, mailFrom.declaration, mailRetrySeconds.declaration,
        ]
    }
}
