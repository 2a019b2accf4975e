import Backups
import Contracts
import Foundation
import ServiceKit
import Testing

/// The systemd units and container files of `compose` match the behaviour of the processes.
struct UnitFilesTests {
    private static let compose = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "compose")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.compose.appending(path: name), encoding: .utf8)
    }

    @Test(arguments: ServiceName.withDatabase.map(\.rawValue))
    func `a service with a damaged database stays down, and finds the record of the last backup`(name: String)
        throws
    {
        let unit = try text("systemd/mealwire-\(name).service")
        #expect(unit.contains("\nRestartPreventExitStatus=\(PermanentFailure.exitStatus)\n"))
        #expect(unit.contains("MEALWIRE_LAST_BACKUP=%S/mealwire-backup"))
    }

    @Test(arguments: ["systemd/mealwire-backup.service", "compose.yaml"])
    func `the backup job records the path and the restore command`(name: String) throws {
        let file = try text(name)
        #expect(file.contains("MEALWIRE_LAST_BACKUP"))
        let command = try #require(file.firstMatch(of: /MEALWIRE_RESTORE_COMMAND[=:](.*)/)?.output.1)
        #expect(command.contains(BackupRun.placeholder))
    }

    @Test func `a container with a permanent failure is not restarted`() throws {
        #expect(try text("Containerfile").contains("MEALWIRE_STAY_FAILED=true"))
    }
}
