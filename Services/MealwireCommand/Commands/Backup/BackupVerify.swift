import ArgumentParser

/// `mealwire backup verify`.
struct BackupVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a backup: check the checksum of each file and the integrity of each database."
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
