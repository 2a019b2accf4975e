import ArgumentParser
import Backups
import CommandSupport
import FoundationEssentials

/// `mealwire backup`: makes and manages backups of a stack.
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up a running stack, list and verify its backups, and make keys that seal them.",
        discussion: """
            `mealwire backup DIR` makes a backup; `mealwire help backup make` lists its options. If a directory has \
            the name of a subcommand, write it as ./list.
            """,
        subcommands: [BackupMake.self, BackupList.self, BackupVerify.self, BackupKeyMake.self],
        defaultSubcommand: BackupMake.self
    )

    /// Returns an absolute path without a slash at its end.
    static func absolute(_ path: String) throws -> String {
        guard !path.isEmpty else { throw ValidationError("A path is empty.") }
        var path = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        while path.hasSuffix("/."), path.count > 2 { path.removeLast(2) }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// `mealwire backup verify`.
struct BackupVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a backup: check the checksum of each file and the integrity of each database.",
        discussion: """
            Of a sealed backup, it checks the seal and the checksum of each file, and writes no plain data. Its databases \
            were checked before they were sealed.
            """
    )

    @Argument(help: "The directory of one backup.")
    var backup: String

    @OptionGroup var keyArgument: BackupKeyArgument

    func run() throws {
        let key = try keyArgument.source
        try CommandRun.writingFiles {
            let path = try Backup.absolute(backup)
            let manifest = try BackupVerification.verify(path, key: key, isQuiet: false)
            let count = PlainNumber.counted(manifest.databases.count, "database")
            Console().write("\(path) is whole: \(count), \(ByteText.text(manifest.bytes)), of \(manifest.time).\n")
        }
    }
}
