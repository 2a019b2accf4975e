import ArgumentParser
import CommandSupport
import Glibc

/// Runs the requested subcommand.
@main
enum MealwireCLIMain {
    /// Runs on the main thread, which commands that supervise processes and handle signals require.
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
            // CI pipelines distinguish a missed limit from a wrong invocation by this exit status.
            if isLoad, RootCommand.exitCode(for: error) == .validationFailure {
                Console(descriptor: STDERR_FILENO).write(RootCommand.fullMessage(for: error) + "\n")
                exit(Load.failedStatus)
            }
            RootCommand.exit(withError: error)
        }
    }

    private static var isLoad: Bool { CommandLine.arguments.dropFirst().first == "load" }
}

/// The root command `mealwire`, with its subcommands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mealwire",
        abstract: "Run a Mealwire stack on this machine and inspect it, or keep your diary on any server.",
        version: InstalledVersion.text,
        subcommands: [
            Up.self, Down.self, Restart.self, Demo.self, Status.self, Call.self, Events.self, Admin.self, Foods.self,
            Leaderboard.self, Keys.self, PrintContracts.self, PrintMetrics.self, PrintReference.self, PrintRoutes.self,
            PrintServices.self, Load.self, Backup.self, Restore.self, Upgrade.self, Certificates.self, Login.self,
            Logout.self, Today.self, Log.self,
        ]
    )
}
