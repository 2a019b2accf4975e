package import Contracts
import Logging
import Observability
import ServiceKit

/// Logs security events: one line each, under the label `security`, with a stable code.
struct SecurityLog: Sendable {
    let logger: Logger

    /// Logs an event; call it after the transaction of the event.
    func record(_ event: SecurityEvent, _ context: RequestContext? = nil, _ client: NetworkClient? = nil) {
        var metadata = event.metadata
        metadata["code"] = "\(event.code)"
        if let client { metadata["client"] = "\(client.text)" }
        if let context { metadata["request"] = "\(context.id)" }
        logger.log(level: event.level, event.message, metadata: metadata)
    }

    /// Logs that sessions were ended, if the count is not zero.
    func recordEnded(_ count: Int, of user: UserID, _ reason: SessionEndReason, _ context: RequestContext) {
        if count > 0 { record(.sessionsEnded(user: user, count: count, reason: reason), context) }
    }
}

extension Logger {
    /// Returns the logger for security events.
    ///
    /// It has its own label, so these lines can be filtered, and `log.level` does not silence it.
    static func security(from level: Level) -> Logger {
        var security = Logger(label: "security") { LineLogHandler(label: $0) }
        security.logLevel = level
        return security
    }
}

extension AuthService {
    /// Returns a handler that logs a security event when the given handler throws `forbidden`.
    package func recordingRefusals<Request: Contract>(
        _ handle: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
    ) -> @Sendable (Request, RequestContext) async throws -> Request.Reply {
        { [self] request, context in
            try await recordingRefusal(of: Request.method, context) { try await handle(request, context) }
        }
    }

    /// Runs the body, and logs a security event when it throws `forbidden`.
    func recordingRefusal<Value>(
        of method: Method,
        _ context: RequestContext,
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let error as ServiceError where error.code == .forbidden {
            security.record(.accessRefused(user: context.principal?.user, method: method.name), context)
            throw error
        }
    }
}

/// An event for the operator's security monitoring.
///
/// Its code stays the same across versions. It identifies users by id, never by e-mail address. Events of a sign-in
/// also carry the client's network address.
enum SecurityEvent: Sendable {
    case registered(user: UserID, session: SessionID)
    case loginSucceeded(user: UserID, session: SessionID)
    /// A request that the caller has no right to make.
    case accessRefused(user: UserID?, method: String)
    case emailConfirmed(user: UserID)
    /// Consecutive wrong passwords for one address; the user is nil if no account has the address.
    case loginFailed(user: UserID?, inARow: Int)
    /// Wrong passwords have filled a counter, which now refuses attempts for a while.
    case loginBlocked(user: UserID?, forS: Int, by: AttemptCounter.Kind)
    case disabledLogin(user: UserID)
    case refreshTokenReused(user: UserID, session: SessionID)
    case passwordChanged(user: UserID, revokedTokens: Bool)
    case passwordReset(user: UserID)
    case passwordRecovered(user: UserID)
    case emailChanged(user: UserID)
    case accountDeleted(user: UserID)
    case secondFactorOn(user: UserID)
    case secondFactorOff(user: UserID)
    case wrongCode(user: UserID)
    /// Wrong codes have reached the limit; only recovery codes are accepted for a while.
    case codesBlocked(user: UserID)
    case recoveryCodeUsed(user: UserID, left: Int)
    case tokenMade(user: UserID, token: TokenID)
    case tokenRevoked(user: UserID, token: TokenID)
    case oneTimePasswordUsed(user: UserID)
    case sessionsEnded(user: UserID, count: Int, reason: SessionEndReason)
    case rolesChanged(user: UserID, by: UserID?, from: [Role], to: [Role])
    case userDisabled(user: UserID, by: UserID?)
    case userEnabled(user: UserID, by: UserID?)
    case invitationMade(InvitationID, by: UserID?)
    case invitationRevoked(InvitationID, by: UserID?)
    case keyRotated(kid: String)

    var code: String {
        switch self {
        case .registered: "registered"
        case .loginSucceeded: "login.succeeded"
        case .accessRefused: "access.refused"
        case .emailConfirmed: "email.confirmed"
        case .loginFailed: "login.failed"
        case .loginBlocked: "login.blocked"
        case .disabledLogin: "login.disabled"
        case .refreshTokenReused: "refreshToken.reused"
        case .passwordChanged: "password.changed"
        case .passwordReset: "recovery.passwordReset"
        case .passwordRecovered: "recovery.passwordByMail"
        case .emailChanged: "email.changed"
        case .accountDeleted: "account.deleted"
        case .secondFactorOn: "secondFactor.on"
        case .secondFactorOff: "secondFactor.off"
        case .wrongCode: "secondFactor.failed"
        case .codesBlocked: "secondFactor.blocked"
        case .recoveryCodeUsed: "recovery.codeUsed"
        case .tokenMade: "token.made"
        case .tokenRevoked: "token.revoked"
        case .oneTimePasswordUsed: "recovery.passwordUsed"
        case .sessionsEnded: "sessions.ended"
        case .rolesChanged: "roles.changed"
        case .userDisabled: "user.disabled"
        case .userEnabled: "user.enabled"
        case .invitationMade: "invitation.made"
        case .invitationRevoked: "invitation.revoked"
        case .keyRotated: "key.rotated"
        }
    }

    /// The log message, constant for each kind of event.
    var message: Logger.Message {
        switch self {
        case .registered: "an account was created"
        case .loginSucceeded: "a user signed in"
        case .accessRefused: "a request was refused, because the caller lacks the right"
        case .emailConfirmed: "an e-mail address was confirmed"
        case .loginFailed: "consecutive wrong passwords for one address"
        case .loginBlocked: "attempts are blocked after too many wrong passwords"
        case .disabledLogin: "a sign-in to a disabled account was refused"
        case .refreshTokenReused: "a refresh token was reused; its session was ended"
        case .passwordChanged: "a password was changed"
        case .passwordReset: "a password was replaced by a one-time password"
        case .passwordRecovered: "a password was reset by a mailed token"
        case .emailChanged: "an e-mail address was changed"
        case .accountDeleted: "an account was deleted by its owner"
        case .secondFactorOn: "a second factor was enabled"
        case .secondFactorOff: "a second factor was disabled"
        case .wrongCode: "a second factor's code was wrong"
        case .codesBlocked: "too many wrong codes of a second factor; only recovery codes are accepted for a while"
        case .recoveryCodeUsed: "a recovery code was used"
        case .tokenMade: "a personal access token was created"
        case .tokenRevoked: "a personal access token was revoked"
        case .oneTimePasswordUsed: "a one-time password was used"
        case .sessionsEnded: "sessions were ended"
        case .rolesChanged: "the roles of a user were changed"
        case .userDisabled: "a user was disabled"
        case .userEnabled: "a user was enabled"
        case .invitationMade: "an invitation was created"
        case .invitationRevoked: "an invitation was revoked"
        case .keyRotated: "a new signing key was created"
        }
    }

    /// The log level: a warning for events that may be part of an attack.
    var level: Logger.Level {
        switch self {
        case .loginFailed(_, let inARow): inARow >= LoginLimits.warningThreshold ? .warning : .info
        case .registered, .loginSucceeded: .info
        case .loginBlocked, .refreshTokenReused, .codesBlocked, .recoveryCodeUsed, .accessRefused: .warning
        default: .notice
        }
    }

    var metadata: Logger.Metadata {
        switch self {
        case .loginFailed(let user, let inARow): Self.about(user, ["inARow": "\(inARow)"])
        case .loginBlocked(let user, let seconds, let kind):
            Self.about(user, ["forS": "\(seconds)", "by": "\(kind.rawValue)"])
        case .registered(let user, let session), .loginSucceeded(let user, let session),
            .refreshTokenReused(let user, let session):
            Self.about(user, ["session": "\(session)"])
        case .accessRefused(let user, let method): Self.about(user, ["method": "\(method)"])
        case .passwordChanged(let user, let revokedTokens):
            Self.about(user, ["revokedTokens": "\(revokedTokens)"])
        case .disabledLogin(let user), .passwordReset(let user), .emailConfirmed(let user),
            .oneTimePasswordUsed(let user), .passwordRecovered(let user), .emailChanged(let user),
            .accountDeleted(let user),
            .secondFactorOn(let user), .secondFactorOff(let user), .wrongCode(let user), .codesBlocked(let user):
            Self.about(user)
        case .recoveryCodeUsed(let user, let left): Self.about(user, ["left": "\(left)"])
        case .tokenMade(let user, let token), .tokenRevoked(let user, let token):
            Self.about(user, ["token": "\(token)"])
        case .sessionsEnded(let user, let count, let reason):
            Self.about(user, ["count": "\(count)", "reason": "\(reason.rawValue)"])
        case .rolesChanged(let user, let actor, let before, let after):
            Self.about(user, ["from": Self.text(before), "to": Self.text(after), "by": Self.text(actor)])
        case .userDisabled(let user, let actor), .userEnabled(let user, let actor):
            Self.about(user, ["by": Self.text(actor)])
        case .invitationMade(let id, let actor), .invitationRevoked(let id, let actor):
            ["invitation": "\(id)", "by": Self.text(actor)]
        case .keyRotated(let kid): ["kid": "\(kid)"]
        }
    }

    private static func about(_ user: UserID?, _ more: Logger.Metadata = [:]) -> Logger.Metadata {
        more.merging(["user": "\(user.map { "\($0)" } ?? "unknown")"]) { own, _ in own }
    }

    private static func text(_ actor: UserID?) -> Logger.MetadataValue { "\(actor.map { "\($0)" } ?? "operator")" }

    private static func text(_ roles: [Role]) -> Logger.MetadataValue {
        "\(roles.map(\.rawValue).joined(separator: ","))"
    }
}

/// The reason why sessions ended before they expired.
enum SessionEndReason: String, Sendable {
    case signedOut
    case endedByUser
    case passwordChanged
    case passwordReset
    case tokenReused
    case roleTaken
    case disabled
}
