import ArgumentParser
import CommandSupport
package import Contracts

/// `mealwire admin`: manages the accounts of a running stack.
struct Admin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manage accounts, invitations and signing keys of a running stack.",
        discussion: """
            These commands ask for no password: the broker accepts them only from processes of its own user, as \
            verified by the kernel. For example, to make an account an admin: `mealwire admin users role \
            ann@example.org admin`.
            """,
        subcommands: [AdminUsers.self, AdminInvitations.self, AdminKeys.self]
    )
}

/// `mealwire admin keys`.
struct AdminKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Manage the keys that sign access tokens.",
        subcommands: [Rotate.self]
    )

    /// `mealwire admin keys rotate`.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a new signing key. It is published before it signs, and all sessions stay valid.",
            discussion: """
                If a new key is already waiting, no other one is created. Keys also rotate automatically. The former \
                key verifies tokens until the time in the column RETIRES. With --at-once, a new key replaces all \
                others: each gateway refuses their tokens within a second, or as soon as it reaches auth again. Apps \
                then get new tokens with their refresh tokens. Use it after a theft of the keys.
                """
        )

        @Flag(help: "Sign with the new key from now on, and refuse tokens of all other keys.")
        var atOnce = false

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorKeysRotate(atOnce: atOnce)
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write(AdminTables.text(reply.keys) + "\n")
        }
    }
}

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
