import Auth
import Contracts
import Testing

@Suite struct UserChangeTests {
    private static func state(_ roles: [Role], disabled: Bool = false) -> UserChange.State {
        UserChange.State(isDisabled: disabled, roles: roles)
    }

    private static func apply(
        _ change: UserChange,
        to state: UserChange.State,
        by authority: Authority = .admin,
        hasOtherAdmin: Bool = true
    ) throws(ServiceError) -> UserChange.State {
        try change.applied(to: state, by: authority, hasOtherAdmin: hasOtherAdmin)
    }

    @Test func `every account has the role user, and roles are sorted`() throws {
        let state = try Self.apply(UserChange(roles: [.admin, .staff, .staff]), to: Self.state([.user]))
        #expect(state.roles == [.user, .staff, .admin])
        #expect(try Self.apply(UserChange(roles: []), to: state).roles == [.user])
        #expect(try Self.apply(UserChange(revoke: .user), to: state).roles == state.roles)
        #expect(try Self.apply(UserChange(revoke: .staff), to: state).roles == [.user, .admin])
        #expect(try Self.apply(UserChange(grant: .staff), to: Self.state([.user])).roles == [.user, .staff])
        #expect(try Self.apply(UserChange(), to: state) == state)
    }

    @Test func `staff may only disable and enable users`() throws {
        let user = Self.state([.user])
        let disabled = try Self.apply(UserChange(isDisabled: true), to: user, by: .staff)
        #expect(disabled == Self.state([.user], disabled: true))
        #expect(try Self.apply(UserChange(isDisabled: false), to: disabled, by: .staff) == user)
        let refused: [(UserChange, UserChange.State)] = [
            (UserChange(roles: [.user, .staff]), user),
            (UserChange(isDisabled: true), Self.state([.user, .staff])),
            (UserChange(isDisabled: true), Self.state([.user, .admin])),
            (UserChange(isDisabled: false), Self.state([.user, .staff], disabled: true)),
        ]
        for (change, state) in refused {
            let error = #expect(throws: ServiceError.self) { try Self.apply(change, to: state, by: .staff) }
            #expect(error?.code == .forbidden)
        }
    }

    @Test func `the last enabled admin cannot be disabled or lose the role`() throws {
        let admin = Self.state([.user, .admin])
        for change in [UserChange(isDisabled: true), UserChange(roles: [.user]), UserChange(revoke: .admin)] {
            let error = #expect(throws: ServiceError.self) {
                try Self.apply(change, to: admin, hasOtherAdmin: false)
            }
            #expect(error?.code == .conflict)
            #expect(error?.params == ["reason": "lastAdmin"])
            #expect(try Self.apply(change, to: admin) != admin)
        }
        let changed = try Self.apply(UserChange(grant: .staff), to: admin, hasOtherAdmin: false)
        #expect(changed.roles == Role.allCases)
        // A disabled admin does not count as the last one.
        let disabled = Self.state([.user, .admin], disabled: true)
        #expect(try Self.apply(UserChange(roles: []), to: disabled, hasOtherAdmin: false).roles == [.user])
    }
}
