import ArgumentParser
import CommandSupport
import Contracts
import FoundationEssentials

/// `mealwire routes`: prints the HTTP routes of this version.
struct PrintRoutes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes",
        abstract: "Print the HTTP routes with access or role, scope, method and meaning.",
        discussion: "No running stack is needed: the list describes this version of Mealwire."
    )

    @Flag(help: "Print one JSON array; an object without role, scope or method leaves the field out.")
    var json = false

    func run() throws {
        Console().write(json ? try RouteList.json() : RouteList.text())
    }
}

/// The routes of this version, by path.
package enum RouteList {
    private struct Row: Encodable {
        let verb: String
        let path: String
        let access: String
        let role: String?
        let scope: String?
        let method: String?
        let summary: String
    }

    private static let titles = ["verb", "path", "access", "scope", "method", "summary"]
    /// Stands in the table for a missing scope or method.
    private static let none = "-"

    private static var rows: [Row] {
        API.routes.sorted { ($0.path, $0.verb.rawValue) < ($1.path, $1.verb.rawValue) }.map { route in
            Row(
                verb: route.verb.rawValue,
                path: route.path,
                access: route.access.rawValue,
                role: route.role?.rawValue,
                scope: route.scope?.rawValue,
                method: route.method?.name,
                summary: route.summary
            )
        }
    }

    /// Returns the routes as a table with titles.
    package static func text() -> String {
        let lines = rows.map { row in
            [row.verb, row.path, row.role ?? row.access, row.scope ?? none, row.method ?? none, row.summary]
        }
        return TextTable.text([titles] + lines, textColumns: titles.count) + "\n"
    }

    /// Returns the routes as a JSON array.
    ///
    /// - Throws: Errors of the encoder.
    package static func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(rows), as: UTF8.self) + "\n"
    }
}
