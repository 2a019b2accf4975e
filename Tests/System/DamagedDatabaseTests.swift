import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// A service with a database that is damaged after the process is killed.
    struct DamagedDatabase {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80"#
        private static let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
        /// Supervisors do not restart a process with this exit status.
        private static let status: Int32 = 65

        @Test func `a damaged database is not served, other services go on, and the message names the backup`()
            async throws
        {
            try await withBackup { stack, user, backups in
                try stack.kill("diary")
                try damage("\(stack.directory)/diary.sqlite")
                let refused = try CommandLineTool.run(["--data", stack.directory], of: "diary")
                #expect(refused.status == Self.status)
                #expect(refused.errors.contains("critical"))
                #expect(refused.errors.contains("mealwire restore \(backups)/"), "\(refused.errors)")
                #expect(try await user.http.get("/v1/profile").status == 200)
                #expect(try await user.http.get("/v1/diary/days/today").status == 503)
            }
        }

        @Test func `with --stay-failed a process with a damaged database stays up without serving until terminated`()
            async throws
        {
            try await withBackup { stack, user, backups in
                try stack.kill("diary")
                try damage("\(stack.directory)/diary.sqlite")
                let log = "\(backups)/log"
                let process = CommandLineTool.process(["--data", stack.directory, "--stay-failed"], of: "diary")
                try Data().write(to: URL(fileURLWithPath: log))
                process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
                try process.run()
                defer { if process.isRunning { process.terminate() } }
                try await eventually("the process reports the failure and stays") {
                    // The last line precedes the signal handlers; the lock is released before both.
                    try String(contentsOfFile: log, encoding: .utf8).contains("\ndiary: ") && process.isRunning
                }
                #expect(try await user.http.get("/v1/diary/days/today").status == 503)
                process.end()
                #expect([Self.status, SIGTERM].contains(process.terminationStatus))
            }
        }

        @Test func `mealwire up refuses a stack with a damaged database at once`() async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            try directory.write("diary.sqlite", [UInt8](repeating: 0xA5, count: 8_192))
            let port = try PlainSocket.freePort()
            let up = try CommandLineTool.run(["up", "--data", directory.path, "--port", "\(port)"])
            #expect(up.status == 1)
            let words = up.output + up.errors
            #expect(words.contains("diary cannot be started, and starting it again would not help"), "\(words)")
            #expect(words.contains("is damaged") && words.contains("mealwire restore"))
        }

        // MARK: -

        /// Runs the body with a stack and a backup of it.
        ///
        /// The diary's write-ahead log contains one change beyond its file.
        private func withBackup(_ body: (StackFixture, User, String) async throws -> Void) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let backups = directory.path
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                #expect(try await user.http.post("/v1/diary/days/today/entries", Self.entry).status == 201)
                let backup = try CommandLineTool.run(["backup", backups, "--data", stack.directory])
                #expect(backup.status == 0, "\(backup.errors)")
                // A clean exit writes all changes into the file; the next change stays in the log of the process that
                // is killed.
                try stack.end("diary")
                try stack.start("diary")
                try await stack.waitUntilReady()
                #expect(try await user.http.post("/v1/diary/days/today/entries", Self.entry).status == 201)
                try await body(stack, user, backups)
            }
        }

        private func damage(_ path: String) throws {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let end = try file.seekToEnd()
            try file.seek(toOffset: 4_096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: Int(end) - 4_096))
            try file.close()
        }
    }
}
