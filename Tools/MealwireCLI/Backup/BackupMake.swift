import ArgumentParser
import Backups
import CommandSupport
import Contracts
import Glibc
import ServiceKit
import Settings

/// `mealwire backup DIR`.
struct BackupMake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make a verified copy of a stack in a new directory below DIR, while the stack runs.",
        discussion: """
            The name of the new directory is the time in UTC. Without a suffix such as .partial, a backup is complete. \
            It contains all data of the stack, including secrets: protect it like the original, or seal it.

            With --key, every file of the backup is encrypted and protected against changes. Without the key, only its \
            time, size, data directory, release and the names of its files can be read. While a database is sealed, a \
            plain copy of it is beside it, with the suffix .backup-copy.

            With a --keep option, older backups of the same data directory are then removed, unless one of the options \
            keeps them. $MEALWIRE_BACKUP_KEEP, _KEEP_DAILY and _KEEP_WEEKLY replace options that are not given.

            The path of the last backup is recorded in last-backup.json of the data directory, or of \
            $MEALWIRE_LAST_BACKUP. A service with a damaged database then names it, with the command \
            $MEALWIRE_RESTORE_COMMAND, in which {backup} stands for the path.
            """
    )

    @Argument(help: "The directory of the backups; it is created if needed.")
    var directory: String

    @OptionGroup var dataArgument: DataArgument

    @Option(help: "Keep the newest N backups.")
    var keep: Int?

    @Option(help: "Keep the newest backup of each of the last N days with a backup.")
    var keepDaily: Int?

    @Option(help: "Keep the newest backup of each of the last N weeks with a backup.")
    var keepWeekly: Int?

    @Option(
        help: ArgumentHelp(
            "Make a backup at this interval until stopped. Failed backups are retried.",
            valueName: "hours"
        )
    )
    var every: Int?

    @Flag(
        help: """
            Omit auth.sealing-key and keys/, which must then be backed up elsewhere. The keys that sign access tokens \
            are in auth's database and stay.
            """
    )
    var withoutKeys = false

    @OptionGroup var keyArgument: BackupKeyArgument

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        if let every, !BackupSchedule.hours.contains(every) {
            throw ValidationError("--every is \(every), but must be a whole number of hours from 1 to 720.")
        }
    }

    func run() throws {
        let (data, directory) = (try dataArgument.directory, try Backup.absolute(directory))
        let run = BackupRun(
            of: data,
            in: directory,
            keeping: BackupRetention(
                newest: try count(keep, "--keep", Settings.Tool.backupKeep),
                daily: try count(keepDaily, "--keep-daily", Settings.Tool.backupKeepDaily),
                weekly: try count(keepWeekly, "--keep-weekly", Settings.Tool.backupKeepWeekly)
            ),
            hasKeys: !withoutKeys,
            sealedWith: try keyArgument.source.key(),
            recordIn: try BackupSettings.recordDirectory.map(Backup.absolute),
            restoreCommand: BackupSettings.restoreCommand,
            isQuiet: json
        )
        try CommandRun.writingFiles {
            guard let every else { return try make(run) }
            let schedule = BackupSchedule(hours: every)
            ScheduledBackups(schedule: schedule, directory: BackupDirectory(directory), data: data.path).run {
                try make(run)
            } failing: { error in
                Console(descriptor: STDERR_FILENO).write("The backup failed and will be retried: \(error)\n")
            }
        }
    }

    private func make(_ run: BackupRun) throws {
        let outcome = try run.make()
        Console().write(json ? PrettyJSON.text(try PayloadCoder.encode(outcome)) + "\n" : Self.text(outcome))
    }

    private static func text(_ outcome: BackupRun.Outcome) -> String {
        var lines = [
            "Backed up \(PlainNumber.counted(outcome.databases, "database")), \(ByteText.text(outcome.bytes)), "
                + "in \(PlainNumber.time(seconds: outcome.seconds)), and verified: \(outcome.path)"
                + (outcome.key.map { ", sealed with the key \($0)" } ?? "")
        ]
        lines += outcome.removed.map { "Removed the old backup \($0)" }
        return (lines + outcome.notes).map { $0 + "\n" }.joined()
    }

    private func count(_ option: Int?, _ name: String, _ setting: Setting<Int?>) throws -> Int? {
        let text = option.map { "\($0)" } ?? BackupSettings.value(setting)
        guard let text else { return nil }
        guard let count = Int(text), Settings.Tool.keptCounts.contains(count) else {
            let source = option == nil ? setting.declaration.variable : name
            throw ValidationError("\(source) is \(text), but must be \(setting.declaration.kind.allowed).")
        }
        return count
    }
}

/// The common parts of commands that write files.
enum CommandRun {
    /// Runs the body with a umask for private files, and with cleanup after Ctrl-C.
    static func writingFiles(_ body: () throws -> Void) throws {
        umask(0o077)
        StopRequest.install()
        do {
            try body()
        } catch is StopRequest.Stopped {
            Console(descriptor: STDERR_FILENO).write("Stopped. Unfinished files were removed.\n")
            throw ExitCode(StopRequest.exitStatus)
        }
    }
}
