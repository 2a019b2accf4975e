import ArgumentParser

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
