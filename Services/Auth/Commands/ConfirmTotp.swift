package import Contracts
import Storage

extension AuthService {
    /// How long a secret waits for its first code, in seconds: time to install an app.
    private static let pendingLifetimeS = 3_600

    /// Enables the second factor if the code shows that the caller's app has the secret.
    package func confirmTotp(
        _ request: AuthTotpConfirm,
        _ context: RequestContext
    ) async throws -> AuthTotpConfirm.Reply {
        guard case .timeBased(let code) = try SecondFactorCode(request.code) else { throw Self.wrongCode }
        let codes = (0..<RecoveryCode.codesCount).map { _ in RecoveryCode.make() }
        let (user, nowS) = (try context.user(), nowS)
        let outcome = try await store.write(context) { transaction in
            let user = try requireOpenSession(context, at: nowS, transaction)
            guard let totp = try transaction.reader.totp(of: user),
                totp.isConfirmed || totp.createdAt > nowS - Self.pendingLifetimeS
            else { throw ServiceError(.notFound, "There is no second factor to confirm; start again.") }
            if totp.isConfirmed { throw Self.alreadyEnabled }
            return try check(code, totp, of: user, at: nowS, transaction) { step in
                try transaction.confirmTotp(of: user, step: step, recoveryCodes: codes, at: nowS)
            }
        }
        try requireAccepted(outcome, of: user, context)
        security.record(.secondFactorOn(user: user), context)
        return AuthTotpConfirm.Reply(recoveryCodes: codes.map(\.text))
    }

    /// Logs the result of a code from a signed-in user.
    ///
    /// - Throws: An error for every result but a right code.
    func requireAccepted(_ outcome: SecondFactorCheck, of user: UserID, _ context: RequestContext) throws(ServiceError)
    {
        switch outcome {
        case .right: return
        case .recovered(let codesLeft): security.record(.recoveryCodeUsed(user: user, left: codesLeft), context)
        case .wrong:
            security.record(.wrongCode(user: user), context)
            throw Self.wrongCode
        case .blocked(let seconds): throw Self.codesBlocked(forS: seconds)
        case .none: throw Self.noSecondFactor
        }
    }
}
