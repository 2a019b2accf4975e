import ArgumentParser
import Backups
import CommandSupport
import Contracts

/// `mealwire restore`.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a data directory from a backup. The stack must be stopped.",
        discussion: """
            The backup is verified first, and the directory is replaced in one step: an interrupted restore changes \
            nothing. With --replace, the old directory stays as DATA.replaced-TIME until you remove it. Accounts that \
            were deleted after the backup are deleted again, as far as the old directory or newer backups beside this \
            one record them.

            A sealed backup needs its key. A backup that was changed, cut off or extended, or that was sealed with \
            another key, is refused. A plain backup is refused where --key is given, because it may have replaced a \
            sealed one. Plain data is written to DATA.restoring-TIME alone, which a failed restore removes.
            """
    )

    @Argument(help: "The directory of one backup; `mealwire backup list DIR` lists them.")
    var backup: String

    @OptionGroup var dataArgument: DataArgument

    @OptionGroup var keyArgument: BackupKeyArgument

    @Flag(help: "Move an existing data directory aside.")
    var replace = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        let restore = RestoreRun(
            of: try Backup.absolute(backup),
            key: try keyArgument.source,
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
        if let replaced = outcome.replaced { lines.append("The old directory is now \(replaced).") }
        return (lines + outcome.notes).map { $0 + "\n" }.joined()
    }
}
