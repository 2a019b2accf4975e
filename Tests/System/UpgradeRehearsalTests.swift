import Contracts
import Diary
import Foundation
import Storage
import TestSupport
import Testing

extension SystemCommandTests {
    /// Migrations of a new version, rehearsed on a copy of an older database.
    struct UpgradeRehearsals {
        struct Result: Decodable {
            var service: String
            var rehearsal: MigrationRehearsal?
            var problems: [String]
        }

        @Test func `a rehearsal runs only the new migrations, on a copy`() async throws {
            try await withOlderDatabase { directory in
                let before = try contents(of: directory)
                let run = try CommandLineTool.run(["upgrade", "--rehearse", "--data", "\(directory)/data", "--json"])
                #expect(run.status == 0, "\(run.errors)")
                let results = try JSONDecoder().decode([Result].self, from: Data(run.output.utf8))
                let rehearsal = try #require(results.first?.rehearsal)
                #expect(results.map(\.service) == ["diary"] && results.allSatisfy(\.problems.isEmpty))
                #expect(rehearsal.migrations == ["storage-2026-11", "diary-2026-11"])
                #expect(rehearsal.rowsBefore["person"] == 3 && rehearsal.rowsAfter["person"] == 3)
                #expect(try contents(of: directory) == before)
                let table = try CommandLineTool.run(["upgrade", "--rehearse", "--data", "\(directory)/data"])
                #expect(table.output.contains("diary    ok"))
            }
        }

        @Test func `a failing version is reported with its reason, and the database stays unchanged`() async throws {
            try await withOlderDatabase { directory in
                let binaries = "\(directory)/bin"
                try FileManager.default.createDirectory(atPath: binaries, withIntermediateDirectories: true)
                let script = "#!/bin/sh\necho 'diary: no such table: nowhere' >&2\nexit 1\n"
                try script.write(toFile: "\(binaries)/diary", atomically: true, encoding: .utf8)
                let before = try contents(of: directory)
                let arguments = ["upgrade", "--rehearse", "--data", "\(directory)/data", "--binaries", binaries]
                let missing = try CommandLineTool.run(arguments)
                #expect(missing.status == 1 && missing.errors.contains("\(binaries)/diary cannot be run"))
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(binaries)/diary")
                let failed = try CommandLineTool.run(arguments)
                #expect(failed.status == 1 && failed.errors.contains("The upgrade would fail"))
                #expect(failed.output.contains("diary: no such table: nowhere"))
                #expect(try contents(of: directory) == before)
            }
        }

        @Test func `a database older than the first baseline ends the service with a sentence and is not changed`()
            async throws
        {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let older = Migration("diary-1", "CREATE TABLE entry (id TEXT);")
            try await Store.open(directory.file("diary.sqlite"), migrations: [older], logger: .silent).close()
            let before = try DatabaseInspection.facts(of: directory.file("diary.sqlite"))
            let outcome = try CommandLineTool.run(["--data", directory.path], of: "diary")
            #expect(outcome.status == 65)
            #expect((outcome.output + outcome.errors).contains("Start commit c0f43d2a with this data once"))
            #expect(try DatabaseInspection.facts(of: directory.file("diary.sqlite")) == before)
        }

        /// Runs the body with a data directory that contains a diary of an older version.
        private func withOlderDatabase(_ body: (String) async throws -> Void) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            try FileManager.default.createDirectory(atPath: directory.file("data"), withIntermediateDirectories: false)
            try FormerDemonstration.unpack([.diary], into: directory.file("data"))
            try await body(directory.path)
        }

        /// Returns the bytes of every file below a directory, except SQLite's `-shm` and `-wal` files.
        private func contents(of directory: String) throws -> [String: Data] {
            var contents: [String: Data] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: directory)
            where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
                contents[name] = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
            }
            return contents
        }
    }
}
