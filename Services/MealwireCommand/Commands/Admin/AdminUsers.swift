import ArgumentParser
import Contracts

/// `mealwire admin users`.
struct AdminUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List accounts, and say what they may do.",
        subcommands: [List.self, Disable.self, Enable.self, RoleOf.self, ResetPassword.self]
    )

    /// The account to change.
    struct User: ParsableArguments {
        @Argument(help: "The e-mail address or the id of the user.")
        var user: String
    }

    /// `mealwire admin users list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the accounts, newest first.")

        @Option(help: "Only those with this in their e-mail address or name.")
        var query: String?

        @Option(help: "Only those with this role: user, staff or admin.")
        var role: RoleArgument?

        @Flag(help: "Only those that are disabled.")
        var disabled = false

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let (query, role, state) = (query, role?.role, disabled ? AdminUserState.disabled : nil)
            let users = try await OperatorCall.all(try dataArgument.directory) { (cursor: UserID?, bus) in
                let page = try await OperatorCall.send(
                    AuthOperatorUsersList(
                        limit: AuthAdminUsersList.limits.upperBound,
                        cursor: cursor,
                        q: query,
                        role: role,
                        state: state
                    ),
                    bus
                )
                return (page.items, page.nextCursor)
            }
            Console().write(users.isEmpty ? "There is no such account.\n" : AdminTables.text(users) + "\n")
        }
    }

    /// `mealwire admin users disable USER`.
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a user in no longer, and end their sessions; what they keep stays."
        )

        @OptionGroup var user: User
        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorUsersUpdate(user: user.user, disabled: true)
            let user = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write("\(user.email) is disabled\n")
        }
    }

    /// `mealwire admin users enable USER`.
    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a user in again.")

        @OptionGroup var user: User
        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorUsersUpdate(user: user.user, disabled: false)
            let user = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write("\(user.email) is enabled\n")
        }
    }

    /// `mealwire admin users role USER ROLE`.
    struct RoleOf: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role",
            abstract: "Give a user a role, or take it away."
        )

        @OptionGroup var user: User

        @Argument(help: "The role: staff or admin.")
        var role: RoleArgument

        @Flag(help: "Take it away; the user signs in anew then.")
        var remove = false

        @OptionGroup var dataArgument: DataArgument

        func validate() throws {
            if role.role == .user { throw ValidationError("Everybody is a user; give or take staff or admin.") }
        }

        func run() async throws {
            let request = AuthOperatorUsersUpdate(
                user: user.user,
                grant: remove ? nil : role.role,
                revoke: remove ? role.role : nil
            )
            let user = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write("\(user.email) is \(user.roles.map(\.rawValue).joined(separator: ", "))\n")
        }
    }

    /// `mealwire admin users reset-password USER`.
    struct ResetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-password",
            abstract: "Make a password that signs in once, for a user who has lost theirs, and end their sessions."
        )

        @OptionGroup var user: User
        @Flag(help: "Switch the second factor off, too, for somebody who has lost the app and the recovery codes.")
        var removeSecondFactor = false
        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorPasswordReset(
                user: user.user,
                removesSecondFactor: removeSecondFactor ? true : nil
            )
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write(
                """
                \(reply.password)
                \(reply.user.email) can sign in with this once, until \(reply.expiresAt), and has to choose a new \
                password then. All their sessions are ended, and all their tokens for scripts.

                """
            )
        }
    }
}

/// A role as a command-line argument.
struct RoleArgument: ExpressibleByArgument {
    let role: Role

    init?(argument: String) {
        guard let role = Role(rawValue: argument) else { return nil }
        self.role = role
    }

    static var allValueStrings: [String] { Role.allCases.map(\.rawValue) }
}
