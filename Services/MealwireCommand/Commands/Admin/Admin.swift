import ArgumentParser

/// `mealwire admin`: manages the accounts of a running stack.
struct Admin: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look after accounts, invitations and signing keys of a running set.",
        discussion: """
            No password is asked. The broker lets processes of its own user do this, for whom the kernel vouches, and \
            nobody else. To make the first account an admin: `mealwire admin users role ann@example.org admin`.
            """,
        subcommands: [AdminUsers.self, AdminInvitations.self, AdminKeys.self]
    )
}
