import ArgumentParser
import Contracts

/// `mealwire restore`.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a data directory out of a backup; the set must not run.",
        discussion: """
            All is checked before anything is replaced, and the directory takes its place in one step: a restore that is \
            broken off leaves what was there. With --replace the old directory stays beside it, as DATA.replaced-TIME, until you \
            remove it. Accounts that were deleted after the backup are deleted again, as far as the old directory or newer backups \
            beside this one know of them.
            """
    )

    @Argument(help: "The directory of one backup; `mealwire backup list DIR` lists them.")
    var backup: String

    @OptionGroup var dataArgument: DataArgument

    @Flag(help: "Put a data directory that is there aside.")
    var replace = false

    @Flag(help: "Tell the result as JSON.")
    var json = false

    func run() throws {
        let restore = RestoreRun(
            of: try Backup.absolute(backup),
            to: try dataArgument.directory,
            isReplacing: replace,
            isQuiet: json
        )
        try CommandRun.writingFiles {
            let outcome = try restore.make()
            Console().write(json ? PrettyJSON.text(try PayloadCoder.encode(outcome)) + "\n" : Self.text(outcome))
        }
    }

    private static func text(_ outcome: RestoreRun.Outcome) -> String {
        var lines = [
            "Restored \(PlainNumber.counted(outcome.databases, "database")), \(ByteText.text(outcome.bytes)), of "
                + "\(outcome.time) to \(outcome.data) in \(PlainNumber.time(seconds: outcome.seconds))."
        ]
        if let replaced = outcome.replaced { lines.append("What was there is now \(replaced).") }
        return (lines + outcome.notes).map { $0 + "\n" }.joined()
    }
}
