import ArgumentParser
import CommandSupport
import Contracts

/// `mealwire admin invitations`.
struct AdminInvitations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "Manage invitations, for stacks that require one to register.",
        subcommands: [Make.self, List.self, Revoke.self]
    )

    /// `mealwire admin invitations make`.
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an invitation and print its code. The code is not shown again."
        )

        @Option(help: "The number of accounts that it allows. Default: \(AuthAdminInvitationsMake.usesDefault).")
        var uses: Int?

        @Option(help: "The number of days until it expires. Default: \(AuthAdminInvitationsMake.daysDefault).")
        var days: Int?

        @Option(help: "A note, such as the name of the invited person.")
        var note: String?

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorInvitationsMake(uses: uses, days: days, note: note)
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            let (id, uses) = (reply.invitation.id, reply.invitation.usesMax)
            Console().write(
                """
                \(reply.code)
                \(uses == 1 ? "One account" : "\(uses) accounts") can be created with it until \
                \(reply.invitation.expiresAt). To revoke it: mealwire admin invitations revoke \(id)

                """
            )
        }
    }

    /// `mealwire admin invitations list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the invitations without their codes, newest first."
        )

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let invitations = try await OperatorCall.all(try dataArgument.directory) { (cursor: InvitationID?, bus) in
                let page = try await OperatorCall.send(
                    AuthOperatorInvitationsList(
                        limit: AuthAdminInvitationsList.limits.upperBound,
                        cursor: cursor
                    ),
                    bus
                )
                return (page.items, page.nextCursor)
            }
            Console().write(
                invitations.isEmpty ? "There are no invitations.\n" : AdminTables.text(invitations) + "\n"
            )
        }
    }

    /// `mealwire admin invitations revoke ID`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke an invitation. Accounts that were created with it stay."
        )

        @Argument(help: "The id of the invitation, as the list shows it.")
        var id: String

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            guard let invitation = InvitationID(id) else {
                throw CommandFailure(
                    "The id is \(id), but must be a UUID; `mealwire admin invitations list` shows all."
                )
            }
            let request = AuthOperatorInvitationsRevoke(id: invitation)
            _ = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write("The invitation is revoked.\n")
        }
    }
}
