import Calendar
package import Contracts
import ServiceKit
import Storage

extension AuthService {
    /// Replaces a user's password by a one-time password, and ends all their sessions.
    package func resetPassword(
        _ request: AuthOperatorPasswordReset,
        _ context: RequestContext
    ) async throws -> AuthOperatorPasswordReset.Reply {
        let password = ReadableCode.make()
        let hash = try await passwords.hash(password, for: .client("operator"), before: context.deadline)
        let nowS = nowS
        let (user, ended) = try await store.write(context) { transaction -> (AdminUser?, Int) in
            let account = try UserReference.account(request.user, transaction.reader)
            try transaction.setOneTimePassword(hash, of: account.id, at: nowS)
            try transaction.voidMailTokens(of: account.id)
            if request.removesSecondFactor ?? false { try transaction.removeTotp(of: account.id) }
            try transaction.removeTokens(of: account.id)
            let ended = try transaction.endSessions(of: account.id, except: nil, at: nowS)
            return (try transaction.reader.adminUser(account.id), ended)
        }
        guard let user else { throw UserReference.noAccount }
        security.record(.passwordReset(user: user.id), context)
        if request.removesSecondFactor ?? false { security.record(.secondFactorOff(user: user.id), context) }
        security.recordEnded(ended, of: user.id, .passwordReset, context)
        return AuthOperatorPasswordReset.Reply(
            user: user,
            password: password,
            expiresAt: Timestamp.text(seconds: nowS + OneTimePassword.lifetimeS)
        )
    }
}
