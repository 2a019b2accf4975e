import ArgumentParser

/// Runs the subcommand that was asked for.
@main
enum MealwireCommandMain {
    /// On the main thread, where a command that watches over processes and minds signals belongs.
    @MainActor
    static func main() async {
        do {
            var command = try RootCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            RootCommand.exit(withError: error)
        }
    }
}

/// `mealwire`: the table of its subcommands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mealwire",
        abstract: "Runs a Mealwire set on this machine, and looks into it.",
        subcommands: [
            Up.self, Down.self, Status.self, Call.self, Events.self, Admin.self, Foods.self, Leaderboard.self,
            Keys.self, PrintContracts.self,
        ]
    )
}
