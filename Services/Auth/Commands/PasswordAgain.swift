import Contracts
import FoundationEssentials
import Storage

/// Asking somebody who is signed in for their password again; guesses count as they do when somebody signs in.
extension AuthService {
    /// Whether a password is an account's.
    ///
    /// - Throws: `tooManyRequests` after too many wrong ones, even for the right one.
    func isPassword(_ password: String, of account: Account, _ context: RequestContext) async throws -> Bool {
        let (nowS, emailHash) = (nowS, account.emailHash)
        if let seconds = try await store.read({ try $0.blockedForS(emailHash, at: nowS) }) {
            throw Self.blocked(forS: seconds)
        }
        return try await passwords.verify(password, against: account.passwordHash, before: context.deadline)
    }

    /// Counts a wrong password; the error with which to answer it.
    func countedGuess(of account: Account, _ context: RequestContext) async throws -> ServiceError {
        let (nowS, emailHash) = (nowS, account.emailHash)
        // Looked at again where guesses come one after the other, as for a sign-in.
        let (blockedForS, inARow) = try await store.write(context) { transaction -> (Int?, Int) in
            if let seconds = try transaction.reader.blockedForS(emailHash, at: nowS) { return (seconds, 0) }
            return (nil, try transaction.countFailure(emailHash, at: nowS))
        }
        if let blockedForS { return Self.blocked(forS: blockedForS) }
        noteFailure(of: account.id, inARow: inARow, context)
        return Self.wrongPassword
    }

    /// Notes a wrong password, if it is not the first ones that a person mistypes.
    func noteFailure(of user: UserID?, inARow: Int, _ context: RequestContext) {
        if inARow >= LoginLimits.failuresMax {
            security.note(.loginBlocked(user: user, forS: LoginLimits.windowS), context)
        } else if inARow >= LoginLimits.failuresNoted {
            security.note(.loginFailed(user: user, inARow: inARow), context)
        }
    }

    static let wrongPassword = ServiceError(.wrongCredentials, "The password is wrong.")
}

extension Account {
    /// Under which failed attempts to sign in are counted.
    var emailHash: Data { Fingerprint.of(Array(email.utf8)) }
}
