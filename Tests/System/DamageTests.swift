import Contracts
import Foundation
import Testing

extension SystemTests {
    /// A service whose database was damaged when it was killed.
    struct Damages {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80"#

        @Test func `a damaged database is not served, the others go on, and it is said where the backup is`()
            async throws
        {
            let backups = "/tmp/mwb-\(UUIDv7.make().description.suffix(12))"
            defer { try? FileManager.default.removeItem(atPath: backups) }
            try await SetFixture.run { set in
                let user = try await User.register(set, "Benjamin", Self.profile)
                let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                let backup = try CommandLineTool.run(["backup", backups, "--data", set.directory])
                #expect(backup.status == 0, "\(backup.errors)")
                // All of it is in the file, and one more change in the log of a process that is killed.
                try set.end("diary")
                try set.start("diary")
                try await set.waitUntilReady()
                #expect(try await user.http.post("/v1/diary/days/today/entries", entry).status == 201)
                try set.kill("diary")
                try damage("\(set.directory)/diary.sqlite")
                let refused = try CommandLineTool.run(["--data", set.directory], of: "diary")
                #expect(refused.status == 1)
                #expect(refused.errors.contains("critical"))
                #expect(refused.errors.contains("mealwire restore \(backups)/"), "\(refused.errors)")
                #expect(try await user.http.get("/v1/profile").status == 200)
                #expect(try await user.http.get("/v1/diary/days/today").status == 503)
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
