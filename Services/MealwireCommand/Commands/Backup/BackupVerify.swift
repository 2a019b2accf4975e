import ArgumentParser

/// `mealwire backup verify`.
struct BackupVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read all of a backup again: checksums, and each database from its first page to its last."
    )

    @Argument(help: "The directory of one backup.")
    var backup: String

    func run() throws {
        try CommandRun.writingFiles {
            let path = try Backup.absolute(backup)
            let manifest = try BackupVerification.verify(path, isQuiet: false)
            let count = PlainNumber.counted(manifest.databases.count, "database")
            Console().write("\(path) is whole: \(count), \(ByteText.text(manifest.bytes)), of \(manifest.time).\n")
        }
    }
}
