package import Contracts
import Storage

extension AuthService {
    /// Disables the second factor if the caller sends the password and a code.
    package func removeTotp(_ request: AuthTotpRemove, _ context: RequestContext) async throws -> Empty {
        let code = try SecondFactorCode(request.code)
        let account = try await reauthenticate(with: request.password, context)
        let nowS = nowS
        let outcome = try await store.write(context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            let outcome = try check(code, of: account.id, at: nowS, transaction)
            switch outcome {
            case .right, .recovered: try transaction.removeTotp(of: account.id)
            case .wrong, .blocked, .none: break
            }
            return outcome
        }
        try requireAccepted(outcome, of: account.id, context)
        security.record(.secondFactorOff(user: account.id), context)
        return Empty()
    }
}
