extension Settings {
    /// The settings of the command line tool besides the options of its commands: environment variables.
    package enum Tool {
        /// The numbers of backups that may be kept.
        package static let keptCounts = 1...10_000

        package static let restoreCommand = Setting(
            "restore.command",
            .text(form: nil),
            fallback: "`mealwire restore`",
            of: [.mealwire],
            "command that the record of the last backup names, with `{backup}` for the path and the option of its key"
        )
        package static let backupKeep = Setting(
            "backup.keep",
            in: keptCounts,
            of: [.mealwire],
            "see `--keep` of `mealwire backup make`"
        )
        package static let backupKeepDaily = Setting(
            "backup.keep.daily",
            in: keptCounts,
            of: [.mealwire],
            "see `--keep-daily` of `mealwire backup make`"
        )
        package static let backupKeepWeekly = Setting(
            "backup.keep.weekly",
            in: keptCounts,
            of: [.mealwire],
            "see `--keep-weekly` of `mealwire backup make`"
        )

        package static let backupKeyFile = Setting(
            "backup.key.file",
            .path,
            fallback: "none",
            of: [.mealwire],
            "key that seals backups; see `--key` of `mealwire backup make`",
            reason: "If the file cannot be read, no backup is made."
        )

        static let all = [
            restoreCommand.declaration, backupKeep.declaration, backupKeepDaily.declaration,
            backupKeepWeekly.declaration, backupKeyFile.declaration,
        ]
    }
}
