import Contracts
import Foundation
import Synchronization
import TestSupport
import Testing

extension SystemCommandTests {
    /// Backups of a running stack, and restores from them.
    struct Backups {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"shares":{"leaderboard":true}"#
        private static let kcal = 10.0
        /// The end of a line about a verified backup.
        private static let isWhole = "is whole: \(StackFixture.databases.count) databases"

        /// The output of `mealwire backup --json`.
        struct Outcome: Decodable {
            var path: String
            var databases: Int
            var removed: [String]
        }

        @Test func `a restored backup contains every write acknowledged before it, and the services converge`()
            async throws
        {
            try await withDirectory { directory in
                try await StackFixture.run { stack in
                    let user = try await User.register(stack, "Benjamin", Self.profile)
                    let leaving = try await User.register(stack, "Wilhelmina", Self.profile)
                    for http in [user.http, leaving.http] { _ = try await Self.add("before", http) }
                    let (acknowledged, backup) = try await underWrites(user) { [data = stack.directory] in
                        try Self.backUp(data, to: "\(directory)/backups")
                    }
                    // An account deleted after the backup stays deleted after the restore.
                    let deletion = try await leaving.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#)
                    #expect(deletion.status == 202)
                    try await eventually("auth has erased the account") {
                        try await leaving.http.get("/v1/auth/sessions").status == 401
                    }
                    let restored = "\(directory)/restored"
                    let restore = try CommandLineTool.run(["restore", backup.path, "--data", restored])
                    #expect(restore.status == 0, "\(restore.errors)")
                    #expect(restore.output.contains("1 deletion of an account"))
                    try await StackFixture.run(directory: restored) { stack in
                        try await isWhole(stack, user, acknowledged)
                        try await isGone(leaving, stack)
                    }
                }
            }
        }

        @Test func `a restore over the data of a running stack is refused`() async throws {
            try await withDirectory { directory in
                try await StackFixture.run { stack in
                    let user = try await User.register(stack, "Benjamin", Self.profile)
                    let backup = try Self.backUp(stack.directory, to: directory)
                    let refused = try CommandLineTool.run([
                        "restore", backup.path, "--data", stack.directory, "--replace",
                    ])
                    #expect(refused.status == 1)
                    #expect(refused.errors.contains("A process still runs on \(stack.directory)"), "\(refused.errors)")
                    #expect(try await Self.add("after", user.http).status == 201)
                    let list = try CommandLineTool.run(["backup", "list", directory])
                    #expect(list.output.contains(backup.path.split(separator: "/").last ?? "?"))
                    let verification = try CommandLineTool.run(["backup", "verify", backup.path])
                    #expect(verification.status == 0 && verification.output.contains(Self.isWhole))
                }
            }
        }

        @Test func `a sealed backup of a running stack is restored with its key alone`() async throws {
            try await withDirectory { directory in
                try await StackFixture.run { stack in
                    let user = try await User.register(stack, "Benjamin", Self.profile)
                    #expect(try await Self.add("before", user.http).status == 201)
                    let (key, backups) = ("\(directory)/backup.key", "\(directory)/backups")
                    let made = try CommandLineTool.run(["backup", "key", key])
                    #expect(made.status == 0 && made.output.contains("Made the key"), "\(made.errors)")
                    let again = try CommandLineTool.run(["backup", "key", key])
                    #expect(again.status == 1 && again.errors.contains("exists and was not changed"), "\(again.errors)")
                    let backup = try Self.backUp(stack.directory, to: backups, ["--key", key])
                    for name in try FileManager.default.subpathsOfDirectory(atPath: backup.path) where name != "keys" {
                        #expect(name.hasSuffix(".sealed"), "\(name)")
                    }
                    let verification = try CommandLineTool.run(["backup", "verify", backup.path, "--key", key])
                    #expect(verification.output.contains(Self.isWhole), "\(verification.errors)")
                    let restored = "\(directory)/restored"
                    let refused = try CommandLineTool.run(["restore", backup.path, "--data", restored])
                    #expect(refused.status == 1 && refused.errors.contains("is sealed"), "\(refused.errors)")
                    #expect(!FileManager.default.fileExists(atPath: restored))
                    let restore = try CommandLineTool.run([
                        "restore", backup.path, "--data", restored, "--key", key,
                    ])
                    #expect(restore.status == 0, "\(restore.errors)")
                    try await StackFixture.run(directory: restored) { stack in
                        let login = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
                        let session = try await stack.http.post("/v1/auth/login", login).decode(Session.self)
                        let day = try await stack.http.with(token: session.accessToken).get("/v1/diary/days/today")
                            .decode(DiaryDay.self)
                        #expect(day.meals.flatMap(\.entries).map(\.name) == ["before"])
                    }
                }
            }
        }

        // MARK: -

        /// Runs the body while a user writes continuously.
        ///
        /// - Returns: The entries acknowledged before the body began, and the body's result.
        private func underWrites<Value: Sendable>(
            _ user: User,
            _ body: @escaping @Sendable () throws -> Value
        ) async throws -> (acknowledged: Set<String>, value: Value) {
            let writing = Writing()
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        var number = 0
                        while !writing.isOver.isRaised {
                            let answer = try await Self.add("\(writer)-\(number)", user.http)
                            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
                            let id = try answer.decode(DiaryEntry.self).id.description
                            writing.answered.withLock { _ = $0.insert(id) }
                            number += 1
                        }
                    }
                }
                try await eventually("forty writes are answered") { writing.answered.withLock { $0.count } >= 40 }
                // On a busy machine the body may end before any write is answered, so it is repeated until one is.
                var (before, value) = try await Self.run(body, beside: writing)
                while writing.answered.withLock({ $0.count }) == before.count {
                    (before, value) = try await Self.run(body, beside: writing)
                }
                writing.isOver.raise()
                try await group.waitForAll()
                return (before, value)
            }
        }

        /// Runs the body on a thread of its own, so that it does not keep writers from theirs.
        private static func run<Value: Sendable>(
            _ body: @escaping @Sendable () throws -> Value,
            beside writing: Writing
        ) async throws -> (before: Set<String>, value: Value) {
            let before = writing.answered.withLock { $0 }
            let value = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
            return (before, value)
        }

        private func isWhole(_ stack: StackFixture, _ user: User, _ acknowledged: Set<String>) async throws {
            let login = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
            let session = try await stack.http.post("/v1/auth/login", login).decode(Session.self)
            let http = stack.http.with(token: session.accessToken)
            let day = try await http.get("/v1/diary/days/today").decode(DiaryDay.self)
            let entries = day.meals.flatMap(\.entries)
            #expect(acknowledged.isSubset(of: entries.map(\.id.description)))
            #expect(day.totals.kcal == Double(entries.count) * Self.kcal)
            #expect(try await Self.add("afterwards", http).status == 201)
            try await eventually("the leaderboard shows only the sharing user") {
                let board = try await http.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
                return board.items.map(\.name) == ["Benjamin"]
            }
            for service in StackFixture.databases { #expect(!stack.has("\(service).sqlite.restored"), "\(service)") }
        }

        private func isGone(_ user: User, _ stack: StackFixture) async throws {
            let traces = [user.session.user.id.description, user.session.user.email]
            try await eventually("no database names the deleted account") {
                try StackFixture.databases.allSatisfy { service in
                    try stack.files(beginningWith: "\(service).sqlite").allSatisfy { file in
                        let bytes = try Data(contentsOf: file)
                        return traces.allSatisfy { bytes.range(of: Data($0.utf8)) == nil }
                    }
                }
            }
            let login = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
            #expect(try await stack.http.post("/v1/auth/login", login).status == 401)
        }

        private static func add(_ name: String, _ http: HTTPClient) async throws -> HTTPClient.Answer {
            try await http.post("/v1/diary/days/today/entries", #"{"meal":"snack","name":"\#(name)","kcal":10}"#)
        }

        private static func backUp(_ data: String, to directory: String, _ more: [String] = []) throws -> Outcome {
            let run = try CommandLineTool.run(["backup", directory, "--data", data, "--keep", "2", "--json"] + more)
            guard run.status == 0 else { throw Failed(errors: run.errors) }
            return try JSONDecoder().decode(Outcome.self, from: Data(run.output.utf8))
        }

        private func withDirectory(_ body: (String) async throws -> Void) async throws {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            try await body(directory.path)
        }

        /// State shared with the writers: the acknowledged entries, and whether to stop.
        private final class Writing: Sendable {
            let answered = Mutex(Set<String>())
            let isOver = Flag()
        }

        struct Failed: Error {
            let errors: String
        }
    }
}
