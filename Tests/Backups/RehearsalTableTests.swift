import Backups
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
}
