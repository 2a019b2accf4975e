import Contracts
package import FoundationEssentials
package import Logging
package import MessageBus
package import Storage

/// The authentication service: accounts, passwords, sessions, and the keys that sign access tokens.
package struct AuthService: Sendable {
    let store: Store
    let settings: AuthSettings
    let passwords: PasswordHasher
    let commonPasswords: CommonPasswords
    let keyRing: SigningKeyRing
    let sealingKey: SealingKey
    let emailStatusLimiter = EmailStatusLimiter()
    let registrationLimiter: RegistrationLimiter
    let deviceTokens: DeviceTokens
    let logger: Logger
    let security: SecurityLog
    let now: @Sendable () -> Date
    /// Key of the hashes under which network addresses are counted; see `MailRequestTable`.
    let clientKey = RandomBytes.make(count: 32)
    /// Key of the hashes under which e-mail addresses are counted; a copy of the database alone does not reveal them.
    let counterKey: [UInt8]

    /// Creates the service, and the first signing key if the database has none.
    ///
    /// - Parameters:
    ///   - store: The database of this service.
    ///   - settings: The configuration.
    ///   - sealingKey: Encrypts the secrets of second factors.
    ///   - logger: Receives errors and warnings.
    ///   - securityLogger: Receives security events.
    ///   - now: The wall clock, by which tokens and sessions expire.
    /// - Returns: The service, ready to handle requests.
    /// - Throws: `ServiceError` if the key cannot be stored or read, or if libsodium cannot hash at the configured
    ///   cost; an error if a bundled file is missing.
    package static func start(
        store: Store,
        settings: AuthSettings,
        sealingKey: SealingKey,
        logger: Logger,
        securityLogger: Logger,
        now: @escaping @Sendable () -> Date
    ) async throws -> AuthService {
        AuthService(
            store: store,
            settings: settings,
            passwords: try PasswordHasher(settings.passwordCost),
            commonPasswords: try CommonPasswords(),
            keyRing: try await SigningKeyRing.load(
                from: store,
                settings.keySchedule,
                nowS: Int(now().timeIntervalSince1970.rounded(.down))
            ),
            sealingKey: sealingKey,
            registrationLimiter: RegistrationLimiter(perClientMax: settings.registrationsPerClient),
            deviceTokens: DeviceTokens(key: sealingKey.subkey("device tokens")),
            logger: logger,
            security: SecurityLog(logger: securityLogger),
            now: now,
            counterKey: sealingKey.subkey("counters")
        )
    }

    /// The number of passwords verified since the start.
    package var passwordVerifications: Int { passwords.verificationCount }

    /// All endpoints of this service.
    package var endpoints: [Endpoint] {
        [
            .handle(AuthEmailStatus.self, emailStatus),
            .handle(AuthRegister.self, register),
            .handle(AuthLogin.self, login),
            .handle(AuthLoginDemo.self, recordingRefusals(loginDemo)),
            .handle(AuthRefresh.self, refresh),
            .handle(AuthLogout.self, logout),
            .handle(AuthSessionsList.self, sessions),
            .handle(AuthSessionsEnd.self, endSession),
            .handle(AuthSessionsEndOthers.self, endOtherSessions),
            .handle(AuthPasswordChange.self, changePassword),
            .handle(AuthAccountDelete.self, deleteAccount),
            .handle(AuthPasswordForgot.self, forgotPassword),
            .handle(AuthPasswordReset.self, resetPassword),
            .handle(AuthEmailChange.self, changeEmail),
            .handle(AuthEmailConfirm.self, confirmEmail),
            .handle(AuthTotpStatus.self, totpStatus),
            .handle(AuthTotpBegin.self, recordingRefusals(beginTotp)),
            .handle(AuthTotpConfirm.self, confirmTotp),
            .handle(AuthTotpRemove.self, removeTotp),
            .handle(AuthLoginTotp.self, loginTotp),
            .handle(AuthTokensList.self, tokens),
            .handle(AuthTokensMake.self, recordingRefusals(makeToken)),
            .handle(AuthTokensRevoke.self, revokeToken),
            .handle(AuthTokensVerify.self, verifyToken),
            .handle(AuthExportsCreate.self, createExport),
            .handle(AuthExportsGet.self, downloadExport),
            .inline(AuthKeys.self, keys),
            .inline(AuthRegistration.self, registrationMode),
            .handle(AuthEndedSessions.self, endedSessions),
        ] + administrationEndpoints
    }

    /// The endpoints for administration: for staff and admins through a gateway, and for the operator on this machine.
    private var administrationEndpoints: [Endpoint] {
        [
            forRole(AuthAdminUsersList.self, users),
            forRole(AuthAdminUsersUpdate.self, updateUser),
            forRole(AuthAdminInvitationsMake.self, makeInvitation),
            forRole(AuthAdminInvitationsList.self, invitations),
            forRole(AuthAdminInvitationsRevoke.self, revokeInvitation),
            .handle(AuthOperatorUsersList.self, users),
            .handle(AuthOperatorUsersUpdate.self, updateUser),
            .handle(AuthOperatorPasswordReset.self, resetPassword),
            .handle(AuthOperatorInvitationsMake.self, makeInvitation),
            .handle(AuthOperatorInvitationsList.self, invitations),
            .handle(AuthOperatorInvitationsRevoke.self, revokeInvitation),
            .handle(AuthOperatorKeysRotate.self, rotateKeys),
        ]
    }

    /// Makes the endpoint of a method for staff or admins, which the database knows, and logs refusals.
    private func forRole<Request: Contract>(
        _ type: Request.Type,
        _ handle: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
    ) -> Endpoint {
        .handle(type, admittedBy: admitting(type), recordingRefusals(handle))
    }

    /// The current time in seconds since 1970, the unit of times in the database and in tokens.
    var nowS: Int { Int(now().timeIntervalSince1970.rounded(.down)) }
}
