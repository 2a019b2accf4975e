import ArgumentParser
import Contracts

/// `mealwire admin keys`.
struct AdminKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Look after the keys that sign access tokens.",
        subcommands: [Rotate.self]
    )

    /// `mealwire admin keys rotate`.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new key; it is published for a while before it signs, and nobody is signed out.",
            discussion: "While a new key waits already, no other is made. Keys follow each other by themselves, too."
        )

        @Flag(help: "Have the new key, or the one that waits, sign from now on.")
        var atOnce = false

        @OptionGroup var dataArgument: DataArgument

        func run() async throws {
            let request = AuthOperatorKeysRotate(atOnce: atOnce)
            let reply = try await OperatorCall.run(try dataArgument.directory, request)
            Console().write(AdminTables.text(reply.keys) + "\n")
        }
    }
}
