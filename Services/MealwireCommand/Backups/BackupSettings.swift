import FoundationEssentials

/// What the environment says of backups.
enum BackupSettings {
    /// Where the note of the last backup lies, if not in the data directory; services read it there, too.
    static var noteDirectory: String? { value("MEALWIRE_LAST_BACKUP") }
    /// What brings a backup back where the set runs, with ``BackupRun/placeholder`` for its path.
    static var restoreCommand: String? { value("MEALWIRE_RESTORE_COMMAND") }

    static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
