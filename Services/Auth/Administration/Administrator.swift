import Contracts
import Storage

/// Somebody who looks after the accounts of others.
enum Administrator: Sendable {
    /// Who runs the set, on its own machine; only the broker's own user gets here.
    case localOperator
    /// Somebody who is signed in; whether they may is for the database to say, since a token is some minutes old.
    case person(Principal)

    /// The id for the log; nil for the operator.
    var user: UserID? {
        if case .person(let principal) = self { principal.user } else { nil }
    }
}

/// How much an administrator may do.
package enum Authority: Sendable, Comparable {
    case staff
    case admin
}

extension Administrator {
    /// Whoever makes a request that users make.
    init(_ context: RequestContext) throws(ServiceError) {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        self = .person(principal)
    }

    /// What they may do, as the database has it now.
    ///
    /// - Throws: `forbidden` for who is neither staff nor admin; `unauthenticated` if the session is over.
    func authority(_ reader: SQLReader, usedAfterS: Int) throws -> Authority {
        guard case .person(let principal) = self else { return .admin }
        guard let account = try reader.account(principal.user), !account.isDisabled,
            try reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS)
        else { throw ServiceError(.unauthenticated, "This session is over; sign in again.") }
        if account.roles.contains(.admin) { return .admin }
        guard account.roles.contains(.staff) else {
            throw ServiceError(.forbidden, "This is for staff and admins of this server.")
        }
        return .staff
    }
}
