import CommandSupport
import Contracts
import Foundation
import MealwireCLI
import Testing

/// The files that follow from the descriptions of services.
struct ServiceFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    private static func committed(_ path: String) throws(CommandFailure) -> String {
        guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
            throw CommandFailure("\(path) cannot be read.")
        }
        return text
    }

    private static func files(
        _ change: (_ path: String, _ text: String) -> String = { $1 }
    ) throws(CommandFailure) -> [ServiceFiles.File] {
        try ServiceFiles.all { path throws(CommandFailure) in change(path, try committed(path)) }
    }

    @Test func `the committed files equal those that follow from the services`() throws {
        let files = try Self.files()
        #expect(files.count == 1 + ServiceDescription.all.count + 7)
        for file in files {
            let isCurrent = try Self.committed(file.path) == file.text
            #expect(isCurrent, "\(file.path) is stale: run \(ServiceFiles.command) and commit what it writes.")
        }
    }

    @Test func `a service that was removed from a file by hand returns`() throws {
        let without = try Self.files { _, text in
            text.replacing(",leaderboard", with: "").replacing("FROM base AS leaderboard\n", with: "")
                .replacing("After=mealwire-leaderboard.service\n", with: "")
        }
        for file in without { #expect(try Self.committed(file.path) == file.text, "\(file.path)") }
    }

    @Test func `a file without the place of its services is refused`() throws {
        let marks = #expect(throws: CommandFailure.self) {
            try Self.files { _, text in text.replacing("# End of services.", with: "#") }
        }
        #expect(marks?.description.contains("lacks the lines") == true)
        let list = #expect(throws: CommandFailure.self) {
            try Self.files { path, text in path.hasPrefix("docs/") ? "" : text }
        }
        #expect(list?.description.contains("lacks the list") == true)
    }

    @Test func `scripts read each service, its data and its bundle`() throws {
        let list = try Self.committed("compose/services.txt")
        let lines = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
        #expect(lines.map { $0.first.map(String.init) } == ServiceName.all.map(\.rawValue))
        for (service, line) in zip(ServiceDescription.all, lines) {
            #expect(line.contains("database") == service.hasDatabase)
            #expect(line.contains("instances") == service.hasInstances)
            let bundle = "resources=Mealwire_\(service.target).resources"
            #expect(line.contains { $0 == bundle } == service.needs.hasResources)
        }
    }

    /// A mistake in the template would be in all units, and equal the committed ones.
    @Test(arguments: ServiceDescription.all.map(\.name))
    func `a unit runs its service with its data and nothing else`(name: ServiceName) throws {
        let service = try #require(ServiceDescription.all.first { $0.name == name })
        let lines = try Self.committed(ServiceFiles.unitPath(of: service)).split(separator: "\n")
        #expect(lines.contains("ExecStart=/usr/local/lib/mealwire/current/\(name)"))
        #expect(lines.contains("MemoryMax=\(service.needs.memoryMiB)M"))
        #expect(lines.contains("StateDirectory=mealwire/\(name)") == service.hasDatabase)
        #expect(lines.contains("BindPaths=%S/mealwire/\(name)") == service.hasDatabase)
        #expect(lines.contains("InaccessiblePaths=-%S/mealwire") == !service.hasDatabase)
        #expect(lines.contains("PrivateNetwork=yes"))
        let secrets = lines.filter { $0.hasPrefix("LoadCredential=") }
        #expect(secrets.count == service.needs.secrets.count)
    }

    @Test func `the command prints every service, as a table and as JSON`() throws {
        let table = ServiceTable.text()
        #expect(table.hasPrefix("service "))
        let rows = try JSONSerialization.jsonObject(with: Data(try ServiceTable.json().utf8)) as? [[String: Any]]
        #expect(rows?.compactMap { $0["name"] as? String } == ServiceName.all.map(\.rawValue))
        #expect(rows?.compactMap { $0["database"] as? Bool } == ServiceDescription.all.map(\.hasDatabase))
        for name in ServiceName.all { #expect(table.contains("\n\(name) ")) }
    }
}
