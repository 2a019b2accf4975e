import Foundation
import ServiceKit
import Testing

/// The settings that `--help` of a process shows.
@Suite struct ServiceOptionTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/reference/configuration.md")
    /// Settings that the page lists beside those of services, and that only `mealwire backup` reads.
    private static let notOfServices: Set<String> = ["MEALWIRE_RESTORE_COMMAND"]
    /// Settings of auth that the page lists with the gateway, which reads them as well.
    private static let sharedWithGateway: Set<String> = ["--public-url", "MEALWIRE_PUBLIC_URL"]

    @Test(arguments: [
        ("broker", ["All processes", "Broker"]), ("bridge", ["All processes", "Bridge"]),
        ("gateway", ["All processes", "Gateway"]), ("auth", ["All processes", "Services", "Auth"]),
        ("food-catalog", ["All processes", "Services", "Food catalog"]), ("diary", ["All processes", "Services"]),
    ])
    func `help and the page on configuration have the same settings`(process: String, headings: [String]) throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let listed = Set(headings.flatMap { Self.names(below: $0, in: page) }).subtracting(Self.notOfServices)
        let shown = Set(ServiceOption.all(of: process).flatMap { [$0.option, $0.variable].compactMap(\.self) })
        let extra = process == "auth" ? Self.sharedWithGateway : []
        #expect(!listed.isEmpty && listed.union(extra) == shown, "\(listed.symmetricDifference(shown).sorted())")
    }

    @Test func `help names each setting in a line of its own`() {
        let lines = ServiceOption.help(of: "bridge").split(separator: "\n")
        for option in ServiceOption.all(of: "bridge") {
            #expect(lines.count { $0.contains(" \(option.variable) ") } == 1, "\(option.variable)")
        }
    }

    @Test(arguments: [
        (["gateway", "--help"], true), (["gateway", "--port", "80", "-h"], true), (["--help"], false),
        (["gateway", "--host", "::1"], false),
    ])
    func `help is requested by an argument and not by the name of the program`(arguments: [String], isHelp: Bool) {
        #expect(ServiceOption.isHelpRequested(by: arguments) == isHelp)
    }

    /// Returns the options and variables in the first two columns of the tables below a heading.
    private static func names(below heading: String, in page: String) -> [String] {
        let sections = page.components(separatedBy: "\n## ")
        guard let section = sections.first(where: { $0.hasPrefix("\(heading)\n") }) else { return [] }
        return section.split(separator: "\n").filter { $0.hasPrefix("|") }.flatMap { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().prefix(2).flatMap { cell in
                cell.split(separator: "`").map(String.init).filter { $0.hasPrefix("--") || $0.hasPrefix("MEALWIRE_") }
            }
        }
    }
}
