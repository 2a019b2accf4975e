package import Contracts

/// What an administrator changes about an account.
package struct UserChange: Sendable, Equatable {
    package var isDisabled: Bool?
    /// All of them.
    package var roles: [Role]?
    package var grant: Role?
    package var revoke: Role?

    package init(isDisabled: Bool? = nil, roles: [Role]? = nil, grant: Role? = nil, revoke: Role? = nil) {
        self.isDisabled = isDisabled
        self.roles = roles
        self.grant = grant
        self.revoke = revoke
    }

    /// What an account may be: of what an administrator can change, all there is.
    package struct State: Sendable, Equatable {
        package var isDisabled: Bool
        package var roles: [Role]

        package init(isDisabled: Bool, roles: [Role]) {
            self.isDisabled = isDisabled
            self.roles = roles
        }

        fileprivate var isWorkingAdmin: Bool { !isDisabled && roles.contains(.admin) }
    }

    /// Works out what becomes of an account.
    ///
    /// - Parameters:
    ///   - state: What it is now.
    ///   - authority: What the administrator may do.
    ///   - isAnotherAdmin: Whether there is an admin besides, who can sign in.
    /// - Returns: What it is then.
    /// - Throws: `forbidden` if the administrator may not; `conflict` if nobody would be left who may do everything.
    package func applied(to state: State, by authority: Authority, isAnotherAdmin: Bool) throws(ServiceError) -> State {
        let after = State(isDisabled: isDisabled ?? state.isDisabled, roles: newRoles(of: state))
        guard authority == .admin || after.roles == state.roles else {
            throw ServiceError(.forbidden, "Only admins change roles.")
        }
        guard authority == .admin || after == state || Self.areOfUsers(state.roles) else {
            throw ServiceError(.forbidden, "Staff may disable and enable users, but not staff and admins.")
        }
        guard !state.isWorkingAdmin || after.isWorkingAdmin || isAnotherAdmin else {
            throw ServiceError(
                .conflict,
                "This is the last admin who can sign in; make somebody else an admin first.",
                params: ["reason": "lastAdmin"]
            )
        }
        return after
    }

    private static func areOfUsers(_ roles: [Role]) -> Bool { roles.allSatisfy { $0 == .user } }

    /// Everybody is a user.
    private func newRoles(of state: State) -> [Role] {
        var chosen = Set(roles ?? state.roles)
        if let grant { chosen.insert(grant) }
        if let revoke { chosen.remove(revoke) }
        chosen.insert(.user)
        return Role.allCases.filter(chosen.contains)
    }
}
