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
    }

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the complete backups in a directory, the newest last."
    )

    @Argument(help: "The directory of the backups.")
    var directory: String

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run() throws {
        let directory = BackupDirectory(try Backup.absolute(directory))
        let lines = try directory.backups().map { name, manifest in
            Line(
                name: name.text,
                path: directory.path(of: name),
                time: manifest.time,
                release: manifest.release,
                data: manifest.data,
                bytes: manifest.bytes,
                databases: manifest.databases.map(\.service)
            )
        }
        Console().write((json ? PrettyJSON.text(try PayloadCoder.encode(lines)) : Self.text(lines, directory)) + "\n")
    }

    private static func text(_ lines: [Line], _ directory: BackupDirectory) -> String {
        guard !lines.isEmpty else { return "There are no backups in \(directory.path)." }
        let rows = lines.map { line in
            [line.name, line.data, line.release, "\(line.databases.count)", ByteText.text(line.bytes)]
        }
        return TextTable.text([["BACKUP", "OF", "RELEASE", "DATABASES", "SIZE"]] + rows, textColumns: 3)
    }
}
