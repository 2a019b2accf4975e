import ArgumentParser
import CommandSupport
import Contracts
import FoundationEssentials

/// `mealwire services`: prints the services of this version, or writes the files that follow from them.
struct PrintServices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "services",
        abstract: "Print the services with their data, calls and events.",
        discussion: "No running stack is needed: the list describes this version of Mealwire."
    )

    @Flag(help: "Print one JSON array.")
    var json = false

    @Option(help: "Write the units, images and lists of services into the working copy at this path.")
    var write: String?

    func run() throws {
        guard let root = write else {
            Console().write(json ? try ServiceTable.json() : ServiceTable.text())
            return
        }
        let files = try ServiceFiles.all { path throws(CommandFailure) in
            guard let content = FileManager.default.contents(atPath: "\(root)/\(path)") else {
                throw CommandFailure("\(root)/\(path) cannot be read.")
            }
            return String(decoding: content, as: UTF8.self)
        }
        for file in files {
            let path = "\(root)/\(file.path)"
            guard FileManager.default.createFile(atPath: path, contents: Data(file.text.utf8)) else {
                throw CommandFailure("\(path) cannot be written.")
            }
            Console().write("\(path)\n")
        }
    }
}

/// The services of this version, for readers and programs.
package enum ServiceTable {
    private struct Row: Encodable {
        let name: String
        let title: String
        let secondNames: [String]
        let database: Bool
        let instances: Bool
        let calls: [String]
        let follows: [String]
        let publishes: [String]
        let memoryMiB: Int
    }

    private static let titles = ["service", "database", "calls", "follows", "publishes"]
    /// Stands in the table for an empty list.
    private static let none = "-"

    private static var rows: [Row] {
        ServiceDescription.all.map { service in
            Row(
                name: service.name.rawValue,
                title: service.title,
                secondNames: service.bulkNames.map(\.rawValue),
                database: service.hasDatabase,
                instances: service.hasInstances,
                calls: service.callees.map(\.rawValue).sorted(),
                follows: service.sources.map(\.rawValue).sorted(),
                publishes: service.events.map { $0.type.rawValue },
                memoryMiB: service.needs.memoryMiB
            )
        }
    }

    /// Returns the services as a table with titles.
    package static func text() -> String {
        let lines = rows.map { row in
            [row.name, row.database ? "yes" : "no"] + [row.calls, row.follows, row.publishes].map(Self.list)
        }
        return TextTable.text([titles] + lines, textColumns: titles.count) + "\n"
    }

    /// Returns the services as a JSON array.
    ///
    /// - Throws: Errors of the encoder.
    package static func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? none : words.joined(separator: ", ")
    }
}
