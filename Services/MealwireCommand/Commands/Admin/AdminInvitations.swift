import ArgumentParser
import Contracts

/// `mealwire admin invitations`.
struct AdminInvitations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "Invite people, where registration is by invitation.",
        subcommands: [Make.self, List.self, Revoke.self]
    )

    /// `mealwire admin invitations make`.
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an invitation and print its code, which is shown this once."
        )

        @Option(help: "How many accounts can be made with it. Default: \(AuthAdminInvitationsMake.usesDefault).")
        var uses: Int?

        @Option(help: "For how many days it is good. Default: \(AuthAdminInvitationsMake.daysDefault).")
        var days: Int?

        @Option(help: "Whom it is for, in your words.")
        var note: String?

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorInvitationsMake(uses: uses, days: days, note: note)
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            let (id, uses) = (reply.invitation.id, reply.invitation.usesMax)
            Console().write(
                """
                \(reply.code)
                \(uses == 1 ? "One account" : "\(uses) accounts") can be made with it until \
                \(reply.invitation.expiresAt). To take it back: mealwire admin invitations revoke \(id)

                """
            )
        }
    }

    /// `mealwire admin invitations list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the invitations, newest first, without codes.")

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
                invitations.isEmpty ? "There is no invitation.\n" : AdminTables.text(invitations) + "\n"
            )
        }
    }

    /// `mealwire admin invitations revoke ID`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an invitation void; accounts that were made with it stay."
        )

        @Argument(help: "The id of the invitation, as the list shows it.")
        var id: String

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            guard let invitation = InvitationID(id) else {
                throw SetFailure("The id is \(id), but must be a UUID; `mealwire admin invitations list` shows all.")
            }
            let request = AuthOperatorInvitationsRevoke(id: invitation)
            _ = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write("The invitation is void.\n")
        }
    }
}
