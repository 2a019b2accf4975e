import Contracts
import HTTPTypes

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
