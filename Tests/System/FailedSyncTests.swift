import Contracts
import Foundation
import Storage
import TestSupport
import Testing

extension SystemFaultTests {
    /// A disk that loses a write.
    struct FailedSyncs {
        private static let profile =
            #""sex":"male","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#

        @Test func `a failed sync ends the process without another try, and no acknowledged write is lost`()
            async throws
        {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let port = Int(try PlainSocket.freePort())
            let process = try Self.stack(in: directory, port)
            defer { process.end() }
            try await Self.waitUntilReady(port)
            let user = try await Self.register(port)
            var acknowledged: [String] = []
            for number in 0..<10 {
                let name = "before-\(number)"
                #expect(try await Self.add(name, user) == 201)
                acknowledged.append(name)
            }
            try directory.write("fail", "")
            // The bus may repeat some at the next process, under their keys.
            acknowledged += try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        let name = "meanwhile-\(number)"
                        return try await Self.add(name, user) == 201 ? name : nil
                    }
                }
                return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
            }
            try await eventually("the process has ended") {
                let log = try String(contentsOfFile: directory.file("log"), encoding: .utf8)
                return log.contains("ended with status \(DiskFailure.exitStatus)")
                    && log.contains("the disk has lost what was written")
            }
            #expect(!FileManager.default.fileExists(atPath: directory.file("fail")))
            try await Self.waitUntilReady(port)
            try await eventually("writes work again", is: 201) { try await Self.add("after", user) }
            let day = try await user.get("/v1/diary/days/today").decode(DiaryDay.self)
            let stored = day.meals.flatMap(\.entries).map(\.name)
            #expect(Set(acknowledged + ["after"]).isSubset(of: stored))
            let once = stored.filter { $0 != "after" }
            #expect(Set(once).count == once.count, "a write took effect twice")
        }

        /// Starts a stack; a sync of its diary fails when the directory contains the file `fail`.
        private static func stack(in directory: TemporaryDirectory, _ port: Int) throws -> Process {
            let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Support/Peers/failing_sync.c").path()
            let library = directory.file("failing_sync.so")
            let compiled = try CommandLineTool.run(
                tool: ["cc", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, source]
            )
            try #require(compiled.status == 0, "\(compiled.errors)")
            let data = directory.file("data")
            try FileManager.default.createDirectory(
                atPath: data,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            try FilledCatalog.copy(into: data)
            let process = CommandLineTool.process(["up", "--data", data, "--port", "\(port)"])
            process.environment = ProcessInfo.processInfo.environment.merging([
                "LD_PRELOAD": library, "FAILING_SYNC": directory.file("fail"),
            ]) { $1 }
            try directory.write("log", "")
            let log = try FileHandle(forWritingTo: URL(filePath: directory.file("log")))
            process.standardOutput = log
            process.standardError = log
            try process.run()
            return process
        }

        private static func waitUntilReady(_ port: Int) async throws {
            try await eventually("the stack is ready", is: 200) {
                try await HTTPClient(port: port).get("/health/ready").status
            }
        }

        private static func register(_ port: Int) async throws -> HTTPClient {
            let json = """
                {"email":"benjamin@example.org","password":"1234567A","passwordConfirmation":"1234567A",\
                "name":"Benjamin",\(profile)}
                """
            let answer = try await HTTPClient(port: port).post("/v1/auth/register", json)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            return HTTPClient(port: port, token: try answer.decode(Session.self).accessToken)
        }

        private static func add(_ name: String, _ user: HTTPClient) async throws -> Int {
            try await user.post("/v1/diary/days/today/entries", #"{"meal":"snack","name":"\#(name)","kcal":1}"#).status
        }
    }
}
