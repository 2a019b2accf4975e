import Contracts
import Messaging

extension AuthService {
    /// The methods of those who look after accounts: staff and admins by a gateway, and who runs the set on its machine.
    var administrationEndpoints: [Endpoint] {
        [
            .handle(AuthAdminUsersList.self, users),
            .handle(AuthAdminUsersUpdate.self, updateUser),
            .handle(AuthAdminInvitationsMake.self, makeInvitation),
            .handle(AuthAdminInvitationsList.self, invitations),
            .handle(AuthAdminInvitationsRevoke.self, revokeInvitation),
            .handle(AuthOperatorUsersList.self, users),
            .handle(AuthOperatorUsersUpdate.self, updateUser),
            .handle(AuthOperatorPasswordReset.self, resetPassword),
            .handle(AuthOperatorInvitationsMake.self, makeInvitation),
            .handle(AuthOperatorInvitationsList.self, invitations),
            .handle(AuthOperatorInvitationsRevoke.self, revokeInvitation),
            .handle(AuthOperatorKeysRotate.self, rotateKeys),
        ]
    }
}
