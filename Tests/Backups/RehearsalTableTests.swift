import Backups
import Foundation
import Storage
import Testing

struct RehearsalTableTests {
    private static func rehearsal(_ migrations: [String], _ problems: [String]) -> MigrationRehearsal {
        MigrationRehearsal(
            release: "0.2.0",
            migrations: migrations,
            seconds: 0.123,
            bytesBefore: 1_000_000,
            bytesAfter: 2_500_000,
            rows: (["entry": 3], ["entry": 3]),
            problems: problems
        )
    }

    @Test func `the table lists services, then migrations and problems`() {
        let well = RehearsalTable([
            UpgradeRehearsal.Result(service: "diary", rehearsal: Self.rehearsal(["diary-9"], []), problems: [])
        ])
        #expect(well.isSuccessful)
        #expect(
            well.text == """
                SERVICE  RESULT  MIGRATIONS  SECONDS  SIZE BEFORE   AFTER
                diary    ok               1     0.12       1.0 MB  2.5 MB
                diary runs diary-9.
                """
        )
        let failed = RehearsalTable([
            UpgradeRehearsal.Result(service: "auth", rehearsal: nil, problems: ["auth: no such table: nowhere"])
        ])
        #expect(!failed.isSuccessful)
        #expect(failed.text.contains("auth     failed           -"))
        #expect(failed.text.hasSuffix("auth: no such table: nowhere"))
    }

    @Test func `the installation reads the seconds of all migrations from the table`() throws {
        let long = MigrationRehearsal(
            release: "0.2.0",
            migrations: ["catalog-images-2"],
            seconds: 61.004,
            bytesBefore: 1,
            bytesAfter: 1,
            rows: ([:], [:]),
            problems: []
        )
        let table = RehearsalTable([
            UpgradeRehearsal.Result(service: "diary", rehearsal: Self.rehearsal(["diary-9"], []), problems: []),
            UpgradeRehearsal.Result(service: "food-catalog", rehearsal: long, problems: []),
        ])
        #expect(try Self.migrationSeconds(table.text) == "62\n")
        #expect(try Self.migrationSeconds(RehearsalTable([]).text) == "0\n")
    }

    /// Runs `migration_seconds` of `scripts/install`.
    private static func migrationSeconds(_ table: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let script = try String(contentsOf: root.appending(path: "scripts/install"), encoding: .utf8)
        let start = try #require(script.range(of: "migration_seconds() {"))
        let end = try #require(script[start.lowerBound...].range(of: "\n}\n"))
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
            "-c", "\(script[start.lowerBound..<end.upperBound])migration_seconds <<<\"$1\"", "test", table,
        ]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}
