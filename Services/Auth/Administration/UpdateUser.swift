package import Contracts
import Storage

extension AuthService {
    /// Disables or enables a user or changes their roles, for staff or an admin.
    package func updateUser(_ request: AuthAdminUsersUpdate, _ context: RequestContext) async throws -> AdminUser {
        let change = UserChange(isDisabled: request.disabled, roles: request.roles)
        return try await update(.id(request.id), change, by: try Administrator(context), request, context)
    }

    /// Disables or enables a user or changes their roles, for the operator.
    package func updateUser(_ request: AuthOperatorUsersUpdate, _ context: RequestContext) async throws -> AdminUser {
        let change = UserChange(isDisabled: request.disabled, grant: request.grant, revoke: request.revoke)
        return try await update(.text(request.user), change, by: .localOperator, request, context)
    }

    private enum Target: Sendable {
        case id(UserID)
        case text(String)

        func account(_ reader: SQLReader) throws -> Account {
            switch self {
            case .text(let text): return try UserReference.account(text, reader)
            case .id(let id):
                guard let account = try reader.account(id) else { throw ServiceError.notFound("user") }
                return account
            }
        }
    }

    private func update<Request: Contract>(
        _ target: Target,
        _ change: UserChange,
        by administrator: Administrator,
        _ request: Request,
        _ context: RequestContext
    ) async throws -> AdminUser {
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        let marker = UUIDv7.make()
        let outcome = try await store.writeIdempotently(request, context) { transaction -> UserUpdate in
            let authority = try administrator.authority(transaction.reader, usedAfterS: usedAfterS)
            let account = try target.account(transaction.reader)
            let after = try change.applied(
                to: account.state,
                by: authority,
                hasOtherAdmin: try transaction.reader.hasOtherAdmin(than: account.id)
            )
            let ended = try transaction.update(account, to: after, at: nowS)
            return UserUpdate(marker: marker, user: account.id, rolesBefore: account.roles, ended: ended)
        }
        guard let user = try await store.read({ try $0.adminUser(outcome.user) }) else {
            throw ServiceError.notFound("user")
        }
        // A repeated request changed nothing.
        if outcome.marker == marker { record(outcome, user, change, by: administrator, context) }
        return user
    }

    private func record(
        _ outcome: UserUpdate,
        _ user: AdminUser,
        _ change: UserChange,
        by administrator: Administrator,
        _ context: RequestContext
    ) {
        let (id, actor) = (user.id, administrator.user)
        if outcome.rolesBefore != user.roles {
            security.record(.rolesChanged(user: id, by: actor, from: outcome.rolesBefore, to: user.roles), context)
        }
        if let isDisabled = change.isDisabled {
            security.record(
                isDisabled ? .userDisabled(user: id, by: actor) : .userEnabled(user: id, by: actor),
                context
            )
        }
        security.recordEnded(outcome.ended, of: id, user.disabled ? .disabled : .roleTaken, context)
    }
}

/// The stored result of a change under its idempotency key; it contains no e-mail address.
private struct UserUpdate: Codable, Sendable {
    /// Distinguishes the first request from its repetitions.
    var marker: UUIDv7
    var user: UserID
    var rolesBefore: [Role]
    var ended: Int
}

extension Account {
    fileprivate var state: UserChange.State { UserChange.State(isDisabled: isDisabled, roles: roles) }
}

extension SQLTransaction {
    /// Brings an account into a state, and publishes its sessions if their access tokens no longer match that state.
    ///
    /// The sessions of a disabled account remain, but cannot be used, so that a refresh gets the reason of its refusal.
    /// They end when the account is enabled again.
    ///
    /// - Returns: The number of sessions that were ended.
    fileprivate func update(_ account: Account, to state: UserChange.State, at nowS: Int) throws -> Int {
        if state.roles != account.roles { try setRoles(state.roles, of: account.id) }
        if state.isDisabled != account.isDisabled { try setDisabled(state.isDisabled, of: account.id, at: nowS) }
        if state.isDisabled, !account.isDisabled {
            let sessions = try reader.sessionsWithTokens(of: account.id, except: nil, at: nowS)
            try publishEnded(sessions, of: account.id, at: nowS)
            return sessions.count
        }
        let isRoleTaken = !Set(account.roles).isSubset(of: state.roles)
        guard isRoleTaken || state.isDisabled != account.isDisabled else { return 0 }
        return try endSessions(of: account.id, except: nil, at: nowS)
    }
}
