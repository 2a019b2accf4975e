import Backups
import CommandSupport
import Contracts
import Foundation
import ServiceKit
import Storage
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct BackupRunTests {
    @Test func `a backup contains all that a stack needs, and no files of its running processes`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            #expect(
                try fixture.names(backup) == [
                    "auth.sealing-key", "auth.sqlite", "diary.sqlite", "keys", "manifest.json", "peers.json",
                ]
            )
            #expect(fixture.text("auth.sealing-key", in: backup) == BackupFixture.key)
            let manifest = try BackupVerification.verify(backup)
            // Subscribers come first, and auth, which records erasures, last.
            #expect(manifest.databases.map(\.service) == ["diary", "auth"])
            #expect(
                manifest.databases.allSatisfy { $0.facts.rows["note"] == 1 && $0.facts.migrations.contains("test-1") }
            )
            var status = stat()
            #expect(stat(backup, &status) == 0 && status.st_mode & 0o777 == 0o700)
            #expect(LastBackup(in: fixture.data.path)?.path == backup)
        }
    }

    @Test func `the path is recorded in a configured directory, and a failed record does not fail the backup`()
        async throws
    {
        try await BackupFixture.run { fixture in
            let (notes, command) = ("\(fixture.root)/notes", "restore-set \(BackupRun.placeholder) now")
            func make() throws -> BackupRun.Outcome {
                try BackupRun(of: fixture.data, in: fixture.backups, recordIn: notes, restoreCommand: command).make()
            }
            let unnoted = try make()
            #expect(unnoted.notes.contains { $0.contains("could not be recorded in \(notes)") })
            try FileManager.default.createDirectory(atPath: notes, withIntermediateDirectories: true)
            let noted = try make()
            #expect(noted.notes.isEmpty)
            #expect(LastBackup(in: notes)?.restore == "restore-set \(noted.path) now")
            #expect(LastBackup(in: fixture.data.path) == nil)
        }
    }

    @Test func `a backup without keys says so, and a restore copies those of the replaced directory`() async throws {
        try await BackupFixture.run { fixture in
            let outcome = try BackupRun(of: fixture.data, in: fixture.backups, hasKeys: false).make()
            #expect(try fixture.names(outcome.path) == ["auth.sqlite", "diary.sqlite", "manifest.json", "peers.json"])
            #expect(outcome.notes.first?.contains("codes of authenticator apps") == true)
            _ = try RestoreRun(of: outcome.path, to: fixture.data, isReplacing: true).make()
            #expect(fixture.text("auth.sealing-key") == BackupFixture.key)
            #expect(fixture.text("keys/broker.key") == "secret\n")
        }
    }

    @Test(arguments: ["diary.sqlite", "auth.sealing-key"])
    func `a changed byte is found, and the restore is refused`(file: String) async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            try fixture.damage("\(backup)/\(file)")
            let found = #expect(throws: CommandFailure.self) { try BackupVerification.verify(backup) }
            #expect(found?.description.contains("\(file) is damaged") == true)
            let new = DataDirectory(path: "\(fixture.root)/new")
            #expect(throws: CommandFailure.self) { try RestoreRun(of: backup, to: new).make() }
            #expect(try fixture.names(fixture.root) == ["backups", "data"])
        }
    }

    @Test func `a damaged database yields no backup, and old ones stay`() async throws {
        try await BackupFixture.run { fixture in
            let good = try fixture.backUp()
            let path = fixture.data.database(of: .diary)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.seek(toOffset: 4_096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 8 * 4_096))
            try file.close()
            #expect(throws: (any Error).self) { try fixture.backUp(keeping: BackupRetention(newest: 1)) }
            #expect(
                try fixture.names(fixture.backups).filter { !$0.hasPrefix(".") } == [
                    good.split(separator: "/").last.map(String.init)
                ]
            )
            _ = try BackupVerification.verify(good)
        }
    }

    @Test func `only old backups of the same stack are removed`() async throws {
        try await BackupFixture.run { fixture in
            let first = try fixture.backUp()
            for name in ["mine", "2026-11-22T02-03-08.123Z.partial", "2026-11-22T02-03-08.124Z"] {
                try FileManager.default.createDirectory(
                    atPath: "\(fixture.backups)/\(name)",
                    withIntermediateDirectories: true
                )
            }
            let outcome = try BackupRun(of: fixture.data, in: fixture.backups, keeping: BackupRetention(newest: 1))
                .make()
            #expect(outcome.removed == [first])
            let names = try fixture.names(fixture.backups).filter { !$0.hasPrefix(".") }
            // A directory without a manifest is no known backup and stays. A partial backup is removed.
            #expect(names.count == 3 && names.contains("mine") && names.contains("2026-11-22T02-03-08.124Z"))
            let elsewhere = DataDirectory(path: "\(fixture.root)/elsewhere")
            try FileManager.default.copyItem(atPath: fixture.data.path, toPath: elsewhere.path)
            let other = try BackupRun(of: elsewhere, in: fixture.backups, keeping: BackupRetention(newest: 1)).make()
            #expect(other.removed.isEmpty)
        }
    }

    @Test func `a directory takes one backup at a time, and must be outside of the data directory`() async throws {
        try await BackupFixture.run { fixture in
            try fixture.backUp()
            let descriptor = open("\(fixture.backups)/.mealwire-backup.lock", O_RDWR)
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let busy = #expect(throws: CommandFailure.self) { try fixture.backUp() }
            #expect(busy?.description == "Another backup is being made in \(fixture.backups).")
            close(descriptor)
            try fixture.backUp()
            let inside = "\(fixture.data.path)/backups"
            #expect(throws: CommandFailure.self) { try BackupRun(of: fixture.data, in: inside).make() }
            let nothing = DataDirectory(path: "\(fixture.root)/nothing")
            let failure = #expect(throws: CommandFailure.self) {
                try BackupRun(of: nothing, in: fixture.backups).make()
            }
            #expect(failure?.description.contains("contains no database of Mealwire") == true)
        }
    }

    @Test func `every file of a data directory is either backed up or excluded explicitly`() async throws {
        try await BackupFixture.run { fixture in
            let forgotten = try Self.forgotten(fixture.data)
            #expect(forgotten.isEmpty)
        }
    }

    /// Returns files that are neither part of a backup nor excluded.
    private static func forgotten(_ data: DataDirectory) throws -> [String] {
        let stack = try StackFiles(in: data)
        let kept = Set(stack.databases.map(\.path) + stack.files + ["keys"])
        let names: [String] = try FileManager.default.subpathsOfDirectory(atPath: data.path)
        return names.filter { (name: String) -> Bool in
            let isBelow = StackFiles.excluded.contains { name == $0 || name.hasPrefix($0 + "/") }
            return !kept.contains(name) && !isBelow && !StackFiles.excludedSuffixes.contains { name.hasSuffix($0) }
        }
    }

    @Test func `sizes are rounded, and required space has a reserve`() {
        #expect(
            [0, 999, 1_000, 4_249, 99_960, 123_456_789, 999_960_000].map(ByteText.text) == [
                "0 B", "999 B", "1.0 kB", "4.2 kB", "100 kB", "123 MB", "1.0 GB",
            ]
        )
        #expect(FreeSpace.needed(for: 1_000_000_000) > 1_050_000_000)
    }
}
