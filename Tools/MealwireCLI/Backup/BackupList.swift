import ArgumentParser
import Backups
import CommandSupport
import Contracts

/// `mealwire backup list`.
struct BackupList: ParsableCommand {
    /// One backup in the JSON list.
    struct Line: Codable {
        var name: String
        var path: String
        var time: String
        var release: String
        var data: String
        var bytes: Int
        var databases: [String]
        /// The id of the key of a sealed backup.
        var key: String?
    }

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the complete backups in a directory, the newest last; sealed ones with the id of their key."
    )

    @Argument(help: "The directory of the backups.")
    var directory: String

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run() throws {
        let directory = BackupDirectory(try Backup.absolute(directory))
        let lines = try directory.backups().map { backup in
            Line(
                name: backup.name.text,
                path: directory.path(of: backup.name),
                time: backup.summary.time,
                release: backup.summary.release,
                data: backup.summary.data,
                bytes: backup.summary.bytes,
                databases: backup.summary.databases,
                key: backup.key
            )
        }
        Console().write((json ? PrettyJSON.text(try PayloadCoder.encode(lines)) : Self.text(lines, directory)) + "\n")
    }

    private static func text(_ lines: [Line], _ directory: BackupDirectory) -> String {
        guard !lines.isEmpty else { return "There are no backups in \(directory.path)." }
        let rows = lines.map { line in
            [line.name, line.data, line.release, line.key ?? "-", "\(line.databases.count)", ByteText.text(line.bytes)]
        }
        return TextTable.text([["BACKUP", "OF", "RELEASE", "KEY", "DATABASES", "SIZE"]] + rows, textColumns: 4)
    }
}
