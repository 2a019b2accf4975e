import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes for a user's account, its sessions and its means to sign in.
    mutating func addAccount() {
        add(.get, "/v1/auth/sessions", AuthSessionsList.method, [.query("limit", .wholeNumber), .query("cursor")])
        add(.delete, "/v1/auth/sessions", AuthSessionsEndOthers.method, success: .noContent)
        add(.delete, "/v1/auth/sessions/{id}", AuthSessionsEnd.method, [.path("id")], success: .noContent)
        add(.put, "/v1/auth/password", AuthPasswordChange.method, success: .noContent)
        add(.put, "/v1/auth/email", AuthEmailChange.method, success: .accepted)
        add(.post, "/v1/auth/email/confirm", AuthEmailConfirm.method, success: .noContent)
        add(.get, "/v1/auth/totp", AuthTotpStatus.method)
        add(.post, "/v1/auth/totp", AuthTotpBegin.method)
        add(.post, "/v1/auth/totp/confirm", AuthTotpConfirm.method)
        add(.delete, "/v1/auth/totp", AuthTotpRemove.method, success: .noContent, takesBody: true)
        add(.get, "/v1/auth/tokens", AuthTokensList.method)
        add(.post, "/v1/auth/tokens", AuthTokensMake.method, success: .created)
        add(.delete, "/v1/auth/tokens/{id}", AuthTokensRevoke.method, [.path("id")], success: .noContent)
        add(.post, "/v1/account/deletion", AuthAccountDelete.method, success: .accepted)
        add(.get, "/.well-known/jwks.json", AuthKeys.method)
    }
}

extension RouteTable {
    /// Adds the routes for staff and admins; auth checks the roles.
    mutating func addAdministration() {
        add(
            .get,
            "/v1/admin/users",
            AuthAdminUsersList.method,
            [.query("limit", .wholeNumber), .query("cursor"), .query("q"), .query("role"), .query("state")]
        )
        add(.patch, "/v1/admin/users/{id}", AuthAdminUsersUpdate.method, [.path("id")])
        add(
            .get,
            "/v1/admin/invitations",
            AuthAdminInvitationsList.method,
            [.query("limit", .wholeNumber), .query("cursor")]
        )
        add(.post, "/v1/admin/invitations", AuthAdminInvitationsMake.method, success: .created)
        add(
            .delete,
            "/v1/admin/invitations/{id}",
            AuthAdminInvitationsRevoke.method,
            [.path("id")],
            success: .noContent
        )
    }
}
