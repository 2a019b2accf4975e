import ArgumentParser
import Contracts

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
            discussion: "If a new key is already waiting, no other one is created. Keys also rotate automatically."
        )

        @Flag(help: "Sign with the new key, or with the waiting one, from now on.")
        var atOnce = false

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorKeysRotate(atOnce: atOnce)
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write(AdminTables.text(reply.keys) + "\n")
        }
    }
}
