package import Contracts

/// A change to an account by an administrator.
package struct UserChange: Sendable, Equatable {
    package var isDisabled: Bool?
    /// The complete new set of roles.
    package var roles: [Role]?
    package var grant: Role?
    package var revoke: Role?

    package init(isDisabled: Bool? = nil, roles: [Role]? = nil, grant: Role? = nil, revoke: Role? = nil) {
        self.isDisabled = isDisabled
        self.roles = roles
        self.grant = grant
        self.revoke = revoke
    }

    /// The state of an account, as far as an administrator can change it.
    package struct State: Sendable, Equatable {
        package var isDisabled: Bool
        package var roles: [Role]

        package init(isDisabled: Bool, roles: [Role]) {
            self.isDisabled = isDisabled
            self.roles = roles
        }

        fileprivate var isEnabledAdmin: Bool { !isDisabled && roles.contains(.admin) }
    }

    /// Returns the state of an account after this change.
    ///
    /// - Parameters:
    ///   - state: The present state.
    ///   - authority: The rights of the administrator.
    ///   - hasOtherAdmin: Whether another enabled admin exists.
    /// - Returns: The new state.
    /// - Throws: `forbidden` if the administrator lacks the right; `conflict` if no enabled admin would remain.
    package func applied(to state: State, by authority: Authority, hasOtherAdmin: Bool) throws(ServiceError) -> State {
        let after = State(isDisabled: isDisabled ?? state.isDisabled, roles: newRoles(of: state))
        guard authority == .admin || after.roles == state.roles else {
            throw ServiceError(.forbidden, "Only admins may change roles.")
        }
        guard authority == .admin || after == state || Self.isPlainUser(state.roles) else {
            throw ServiceError(.forbidden, "Staff may disable and enable users, but not staff and admins.")
        }
        guard !state.isEnabledAdmin || after.isEnabledAdmin || hasOtherAdmin else {
            throw ServiceError(
                .conflict,
                "This is the last enabled admin; make another user an admin first.",
                params: ["reason": "lastAdmin"]
            )
        }
        return after
    }

    private static func isPlainUser(_ roles: [Role]) -> Bool { roles.allSatisfy { $0 == .user } }

    /// Returns the roles after this change; `user` is always among them.
    private func newRoles(of state: State) -> [Role] {
        var chosen = Set(roles ?? state.roles)
        if let grant { chosen.insert(grant) }
        if let revoke { chosen.remove(revoke) }
        chosen.insert(.user)
        return Role.allCases.filter(chosen.contains)
    }
}
