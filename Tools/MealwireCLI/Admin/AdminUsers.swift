import ArgumentParser
import CommandSupport
import Contracts

/// `mealwire admin users`.
struct AdminUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List accounts, and change their state and roles.",
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

        @Option(help: "Show only accounts with this text in their e-mail address or name.")
        var query: String?

        @Option(help: "Show only accounts with this role: user, staff or admin.")
        var role: RoleArgument?

        @Flag(help: "Show only disabled accounts.")
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
            Console().write(users.isEmpty ? "There are no such accounts.\n" : AdminTables.text(users) + "\n")
        }
    }

    /// `mealwire admin users disable USER`.
    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Disable an account and end its sessions. Its data stays."
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
        static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

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
            abstract: "Grant a role to a user, or revoke it."
        )

        @OptionGroup var user: User

        @Argument(help: "The role: staff or admin.")
        var role: RoleArgument

        @Flag(help: "Revoke the role. The user must sign in again.")
        var remove = false

        @OptionGroup var dataArgument: DataArgument

        func validate() throws {
            if role.role == .user { throw ValidationError("Every account has the role user; name staff or admin.") }
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
            abstract: "Create a one-time password for a user, and end all sessions of the account."
        )

        @OptionGroup var user: User
        @Flag(help: "Also disable the second factor, if the user has lost the app and the recovery codes.")
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
                \(reply.user.email) can sign in with it once, until \(reply.expiresAt), and must then choose a new \
                password. All sessions and personal tokens of the account have ended.

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
