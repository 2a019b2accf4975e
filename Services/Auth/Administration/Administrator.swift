package import Contracts
import Storage

/// The origin of an administrative request.
enum Administrator: Sendable {
    /// The operator, on the machine of the stack; the broker admits only its own Unix user here.
    case localOperator
    /// A signed-in user. The database decides on their rights, because a token may be minutes old.
    case person(Principal)

    /// The user's id for the log; nil for the operator.
    var user: UserID? {
        if case .person(let principal) = self { principal.user } else { nil }
    }
}

/// The rights of an administrator; staff have fewer than admins.
package enum Authority: Sendable, Comparable {
    case staff
    case admin
}

extension Administrator {
    /// Creates the administrator from the principal of a request.
    ///
    /// - Throws: `unauthenticated` if the request has no principal.
    init(_ context: RequestContext) throws(ServiceError) {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        self = .person(principal)
    }

    /// Returns the current rights according to the database.
    ///
    /// - Throws: `forbidden` for users that are neither staff nor admin; `unauthenticated` if the session has ended.
    func authority(_ reader: SQLReader, usedAfterS: Int) throws -> Authority {
        guard case .person(let principal) = self else { return .admin }
        guard let account = try reader.account(principal.user), !account.isDisabled,
            try reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS)
        else { throw ServiceError(.unauthenticated, "This session is over; sign in again.") }
        if account.roles.contains(.admin) { return .admin }
        guard account.roles.contains(.staff) else {
            throw Role.staff.refusal
        }
        return .staff
    }
}

extension AuthService {
    /// Returns a check that the caller has the role of a method according to the database.
    ///
    /// Handlers check it again in the transaction of their change. The check throws `forbidden`, which is logged.
    package func admitting<Request: Contract>(_ type: Request.Type) -> @Sendable (RequestContext) async throws -> Void {
        { [self] context in
            try await recordingRefusal(of: Request.method, context) {
                let administrator = try Administrator(context)
                let usedAfterS = nowS - lifetimes.idleS
                let authority = try await store.read { try administrator.authority($0, usedAfterS: usedAfterS) }
                if Request.method.role == .admin, authority < .admin { throw Role.admin.refusal }
            }
        }
    }
}

/// Finds an account by the text that the operator enters: its id or its e-mail address.
enum UserReference {
    static func account(_ text: String, _ reader: SQLReader) throws -> Account {
        let account =
            if let id = UserID(text) {
                try reader.account(id)
            } else {
                try reader.account(email: EmailAddress.normalised(text))
            }
        guard let account else { throw noAccount }
        return account
    }

    static let noAccount = ServiceError(.notFound, "There is no account with this id or e-mail address.")
}
