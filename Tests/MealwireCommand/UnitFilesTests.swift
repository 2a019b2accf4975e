import Contracts
import Foundation
import MealwireCommand
import ServiceKit
import Testing

/// The units of `compose/systemd` and the composition fit what the processes do.
struct UnitFilesTests {
    private static let compose = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "compose")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.compose.appending(path: name), encoding: .utf8)
    }

    @Test(arguments: ServiceName.all.filter { $0 != .calculator }.map(\.rawValue))
    func `who finds its database damaged is not started again, and knows where the last backup is noted`(name: String)
        throws
    {
        let unit = try text("systemd/mealwire-\(name).service")
        #expect(unit.contains("\nRestartPreventExitStatus=\(LastingFailure.exitStatus)\n"))
        #expect(unit.contains("MEALWIRE_LAST_BACKUP=%S/mealwire-backup"))
    }

    @Test(arguments: ["systemd/mealwire-backup.service", "compose.yaml"])
    func `whoever makes backups notes where they lie, and how they come back`(name: String) throws {
        let file = try text(name)
        #expect(file.contains("MEALWIRE_LAST_BACKUP"))
        let command = try #require(file.firstMatch(of: /MEALWIRE_RESTORE_COMMAND[=:](.*)/)?.output.1)
        #expect(command.contains(BackupRun.placeholder))
    }

    @Test func `in a container a failure that lasts is no reason for starting again and again`() throws {
        #expect(try text("Containerfile").contains("MEALWIRE_STAY_FAILED=true"))
    }
}
