package import Contracts

/// The lists of `mealwire admin` as tables.
package enum AdminTables {
    private static let none = "-"

    /// Returns a table of accounts.
    package static func text(_ users: [AdminUser]) -> String {
        let titles = ["ID", "E-MAIL", "NAME", "ROLES", "STATE", "SINCE", "LAST USED"]
        let rows = users.map { user in
            [
                "\(user.id)", user.email, user.name, user.roles.map(\.rawValue).joined(separator: ","),
                user.disabled ? "disabled" : "enabled", user.createdAt, user.lastUsedAt ?? none,
            ]
        }
        return TextTable.text([titles] + rows, textColumns: titles.count)
    }

    /// Returns a table of invitations.
    package static func text(_ invitations: [Invitation]) -> String {
        let titles = ["ID", "STATE", "USED", "EXPIRES", "NOTE"]
        let rows = invitations.map { invitation in
            [
                "\(invitation.id)", invitation.state.rawValue, "\(invitation.uses)/\(invitation.usesMax)",
                invitation.expiresAt, invitation.note ?? none,
            ]
        }
        return TextTable.text([titles] + rows, textColumns: titles.count)
    }

    /// Returns a table of signing keys.
    package static func text(_ keys: [SigningKeyInfo]) -> String {
        let titles = ["KEY", "MADE", "SIGNS FROM", "RETIRES"]
        let rows = keys.map { [$0.kid, $0.madeAt, $0.signsFrom, $0.retiresAt ?? none] }
        return TextTable.text([titles] + rows, textColumns: titles.count)
    }
}
