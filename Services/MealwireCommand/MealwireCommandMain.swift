import ArgumentParser
import Glibc

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
            // The tests of a pipeline tell a limit that was missed from a call that was wrong.
            if isLoad, RootCommand.exitCode(for: error) == .validationFailure {
                Console(descriptor: STDERR_FILENO).write(RootCommand.fullMessage(for: error) + "\n")
                exit(Load.failedStatus)
            }
            RootCommand.exit(withError: error)
        }
    }

    private static var isLoad: Bool { CommandLine.arguments.dropFirst().first == "load" }
}

/// `mealwire`: the table of its subcommands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mealwire",
        abstract: "Runs a Mealwire set on this machine, and looks into it.",
        subcommands: [
            Up.self, Down.self, Restart.self, Status.self, Call.self, Events.self, Admin.self, Foods.self,
            Leaderboard.self,
            Keys.self, PrintContracts.self, PrintMetrics.self, Load.self, Backup.self, Restore.self, Upgrade.self,
        ]
    )
}
