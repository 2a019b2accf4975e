import Contracts
import Foundation
import SeededRandom
import Storage
import TestSupport
import Testing

extension SystemFaultTests {
    /// `mealwire restore`, killed at random moments.
    struct RestoreKills {
        private static let kills = 40
        private static let services = ["auth", "profile", "diary"]
        /// Bytes of each database, enough that copying them takes a while.
        private static let bytes = 4_000_000

        @Test func `after every kill the old or the new data is complete, and another run finishes the restore`()
            async throws
        {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let root = directory.path
            let (data, backups) = ("\(root)/data", "\(root)/backups")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            try await write("backed up", in: data)
            let backup = try CommandLineTool.run(["backup", backups, "--data", data])
            #expect(backup.status == 0, "\(backup.errors)")
            let path = try #require(
                FileManager.default.contentsOfDirectory(atPath: backups).first { $0.hasSuffix("Z") }.map {
                    "\(backups)/\($0)"
                }
            )
            try await write("later", in: data)
            let replacing = ["restore", path, "--data", data, "--replace"]
            let undisturbed = try ContinuousClock().measure {
                _ = try CommandLineTool.run(["restore", path, "--data", "\(root)/other"])
            }
            var (early, random) = (0, SeededGenerator(seed: testSeed("RESTORE")))
            for _ in 0..<Self.kills {
                // More than the whole duration, so that some runs complete.
                let part = Double.random(in: 0...1.2, using: &random)
                try kill(replacing, after: undisturbed * part)
                let found = try await read(data)
                #expect(found.count == 1, "killed after \(part) of \(undisturbed): \(found)")
                if found == ["later"] { early += 1 } else { try await write("later", in: data) }
            }
            #expect(early > 0, "every kill came after the restore")
            let last = try CommandLineTool.run(replacing)
            #expect(last.status == 0, "\(last.errors)")
            #expect(try await read(data) == ["backed up"])
            let names = try FileManager.default.contentsOfDirectory(atPath: root)
            #expect(!names.contains { $0.contains(".restoring-") }, "\(names)")
            // Each directory put aside contains a complete set of databases.
            for name in names where name.contains(".replaced-") {
                #expect(try await read("\(root)/\(name)").count == 1, "\(name)")
            }
        }

        // MARK: -

        /// Stores the same text in every database of a directory.
        private func write(_ text: String, in directory: String) async throws {
            for service in Self.services {
                let store = try await open(service, in: directory)
                _ = try await store.write { transaction in
                    try transaction.execute("DELETE FROM word")
                    let filling = "hex(randomblob(\(Self.bytes / 2)))"
                    try transaction.execute("INSERT INTO word (text, filling) VALUES (?, \(filling))", [text])
                }
                try store.close()
            }
        }

        /// Returns the texts in the databases of a directory; one text if they belong together.
        private func read(_ directory: String) async throws -> Set<String> {
            var found: Set<String> = []
            for service in Self.services {
                let store = try await open(service, in: directory)
                found.insert(try await store.read { try $0.scalar("SELECT text FROM word") } ?? "nothing")
                try store.close()
            }
            return found
        }

        private func open(_ service: String, in directory: String) async throws -> Store {
            try await Store.open(
                "\(directory)/\(service).sqlite",
                migrations: [
                    Migration("test-1", "CREATE TABLE word (text TEXT NOT NULL, filling TEXT NOT NULL) STRICT;")
                ],
                logger: .silent
            )
        }

        /// Starts a command and kills it after a while unless it has exited.
        private func kill(_ arguments: [String], after time: Duration) throws {
            let process = CommandLineTool.process(arguments)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            let end = ContinuousClock.now + time
            try process.run()
            // The test needs the exact moment, so this loop does not wait for a condition.
            while process.isRunning, ContinuousClock.now < end { usleep(200) }
            process.kill()
        }
    }
}
