import ArgumentParser
import Backups
import CommandSupport
import Settings

/// The option that names the key of sealed backups.
struct BackupKeyArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the key of a sealed backup. Default: $MEALWIRE_BACKUP_KEY_FILE.",
            valueName: "file"
        )
    )
    var key: String?

    /// Where the key comes from: the option, or else the setting.
    var source: BackupFiles.KeySource {
        get throws {
            if let key { return .option(try BackupKey.load(Backup.absolute(key))) }
            guard let path = BackupSettings.value(Settings.Tool.backupKeyFile) else { return .none }
            return .setting(path: try Backup.absolute(path))
        }
    }
}

/// `mealwire backup key`.
struct BackupKeyMake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Make a key for sealed backups in a new file that only its owner can read.",
        discussion: """
            An existing file is never overwritten. Keep a copy of the key away from this machine and from the backups: \
            without it, no backup that it seals can be read.
            """
    )

    @Argument(help: "The file to create.")
    var file: String

    func run() throws {
        let key = try BackupKey.make(Backup.absolute(file))
        Console().write(
            """
            Made the key \(key.id) in \(key.path).
            Keep a copy of this file away from this machine and from the backups: without it, they cannot be read.

            """
        )
    }
}
