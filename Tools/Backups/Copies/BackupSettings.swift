import FoundationEssentials

/// Settings for backups from the environment.
package enum BackupSettings {
    /// `MEALWIRE_LAST_BACKUP`: the directory for the record of the last backup, which services read as well.
    ///
    /// Nil means the data directory.
    package static var recordDirectory: String? { value("MEALWIRE_LAST_BACKUP") }
    /// `MEALWIRE_RESTORE_COMMAND`: the command that restores a backup, with ``BackupRun/placeholder`` for its path.
    package static var restoreCommand: String? { value("MEALWIRE_RESTORE_COMMAND") }

    package static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
