package import Contracts
import Messaging

extension AuthService {
    /// The endpoints for administration: for staff and admins through a gateway, and for the operator on this machine.
    var administrationEndpoints: [Endpoint] {
        [
            .handle(AuthAdminUsersList.self, recordingRefusals(users)),
            .handle(AuthAdminUsersUpdate.self, recordingRefusals(updateUser)),
            .handle(AuthAdminInvitationsMake.self, recordingRefusals(makeInvitation)),
            .handle(AuthAdminInvitationsList.self, recordingRefusals(invitations)),
            .handle(AuthAdminInvitationsRevoke.self, recordingRefusals(revokeInvitation)),
            .handle(AuthOperatorUsersList.self, users),
            .handle(AuthOperatorUsersUpdate.self, updateUser),
            .handle(AuthOperatorPasswordReset.self, resetPassword),
            .handle(AuthOperatorInvitationsMake.self, makeInvitation),
            .handle(AuthOperatorInvitationsList.self, invitations),
            .handle(AuthOperatorInvitationsRevoke.self, revokeInvitation),
            .handle(AuthOperatorKeysRotate.self, rotateKeys),
        ]
    }

    /// Returns a handler that logs a security event when the given handler throws `forbidden`.
    package func recordingRefusals<Request: Contract>(
        _ handle: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
    ) -> @Sendable (Request, RequestContext) async throws -> Request.Reply {
        { [security] request, context in
            do {
                return try await handle(request, context)
            } catch let error as ServiceError where error.code == .forbidden {
                security.record(.accessRefused(user: context.principal?.user, method: Request.method.name), context)
                throw error
            }
        }
    }
}
