import Contracts
import Foundation
import Testing

/// The pages on services that are written by hand name each of them, and say what their descriptions say.
struct ServicePagesTests {
    private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs").standardizedFileURL

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: docs.appending(path: path), encoding: .utf8)
    }

    /// Returns the cells of all tables of a page, by row.
    private static func rows(of path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func names(_ cell: String) -> Set<ServiceName> {
        Set(cell.split(separator: ",").map { ServiceName(rawValue: $0.trimmingCharacters(in: .whitespaces)) })
    }

    @Test(arguments: ServiceName.all)
    func `the page on the architecture has each service, and the services that it calls`(service: ServiceName) throws {
        let rows = try Self.rows(of: "explanation/architecture.md")
        #expect(rows.contains { $0.first == "`\(service)`" }, "the table of processes")
        let callees = rows.filter { $0.count == 3 && $0[0] == service.rawValue }.map { Self.names($0[1]) }
        #expect(callees.reduce([]) { $0.union($1) } == CallGraph.callees[service], "the table of calls")
        #expect(try Self.text("images/processes.svg").contains(">\(service)<"), "docs/images/processes.svg")
    }

    @Test func `the page on events has all services that erase users`() throws {
        let rows = try Self.rows(of: "explanation/events-and-erasure.md")
        let erased = try #require(rows.first { $0.contains("`\(AccountErased.type.rawValue)`") })
        #expect(erased.first == ServiceName.auth.rawValue)
        #expect(Self.names(erased[1]) == Set(AccountErased.subscribers))
    }
}
