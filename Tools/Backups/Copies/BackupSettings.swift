import FoundationEssentials
package import Settings

/// Settings for backups from the environment.
package enum BackupSettings {
    /// The directory for the record of the last backup, which services read as well.
    ///
    /// Nil means the data directory.
    package static var recordDirectory: String? { value(Settings.Service.lastBackup) }
    /// The command that restores a backup, with ``BackupRun/placeholder`` for its path.
    package static var restoreCommand: String? { value(Settings.Tool.restoreCommand) }

    /// Returns the text of a setting; nil if it is not set, or empty.
    package static func value<Value>(_ setting: Setting<Value>) -> String? {
        ProcessInfo.processInfo.environment[setting.declaration.variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
