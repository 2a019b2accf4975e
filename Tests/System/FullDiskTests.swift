import Contracts
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

extension SystemFaultTests {
    /// A stack on a small disk that becomes full.
    struct FullDisks {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"shares":{"leaderboard":true}"#
        /// Maximum number of writes of one kind before one must fail.
        ///
        /// The write-ahead log may have room for some of them.
        private static let attemptsMax = 3_000

        @Test(.enabled(if: SmallDisk.isPossible, "mounting a disk needs root or user namespaces"))
        func `a full disk refuses writes but not reads, and writes succeed again after space is freed`()
            async throws
        {
            try await SmallDisk.run { disk in
                let benjamin = try await disk.register("Benjamin", Self.profile)
                let user = benjamin.http
                let processes = try disk.processes()
                #expect(processes.count == StackFixture.services.count + 2)
                var entries = [try await Self.entry(user)]
                try disk.fill()
                entries += try await Self.untilRefused("entries") { try await Self.add("Biscuit \($0)", user) }
                    .map { try $0.decode(DiaryEntry.self).id }
                try await Self.otherWritesAreRefused(benjamin, disk)
                try await Self.readsGoOn(user, entries)
                #expect(try disk.processes() == processes)

                try disk.freeSpace()
                let after = try await Self.entry(user)
                entries.append(after)
                #expect(try await user.patch("/v1/profile", #"{"weightKg":77}"#).status == 200)
                let other = try await disk.register("Wilhelmina", Self.profile)
                _ = try await Self.entry(other.http)
                try await Self.readsGoOn(user, entries)
                try await eventually("the leaderboard has applied all changes") {
                    let board = try await user.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
                    return board.items.count == 2
                }
                #expect(try disk.processes() == processes)
            }
        }

        private static func add(_ name: String, _ http: HTTPClient) async throws -> HTTPClient.Answer {
            try await http.post(
                "/v1/diary/days/today/entries",
                #"{"meal":"snack","name":"\#(name)","kcal":10}"#
            )
        }

        private static func entry(_ http: HTTPClient) async throws -> EntryID {
            let answer = try await add("Biscuit", http)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            return try answer.decode(DiaryEntry.self).id
        }

        /// Repeats a write until the server answers that the disk is full.
        ///
        /// - Returns: The successful answers before that.
        @discardableResult
        private static func untilRefused(
            _ what: String,
            _ write: (Int) async throws -> HTTPClient.Answer
        ) async throws -> [HTTPClient.Answer] {
            var accepted: [HTTPClient.Answer] = []
            for number in 0..<attemptsMax {
                let answer = try await write(number)
                if answer.status == 507 {
                    #expect(try answer.problem.code == .diskFull, "\(what)")
                    #expect(try answer.problem.detail.hasSuffix("."), "\(what)")
                    return accepted
                }
                guard (200..<300).contains(answer.status) else { throw UnexpectedAnswer(answer) }
                accepted.append(answer)
            }
            Issue.record("\(what): \(attemptsMax) were accepted")
            return accepted
        }

        private static func otherWritesAreRefused(_ person: User, _ disk: SmallDisk) async throws {
            let user = person.http
            let image = try TestPicture.file()
            try await untilRefused("images") { _ in
                try await person.put("/v1/profile/image", image, "image/png")
            }
            try await untilRefused("profile") { number in
                try await user.patch("/v1/profile", #"{"weightKg":\#(70 + number % 20)}"#)
            }
            try await untilRefused("foods") { number in
                try await user.post(
                    "/v1/foods",
                    #"{"name":"Own food \#(number)","kcal":100,"proteinG":1,"fatG":1,"carbohydrateG":1}"#
                )
            }
            try await untilRefused("imports") { number in
                let rows = (0..<200).map { "2026-11-20,Import \(number) \($0),10" }.joined(separator: "\n")
                return try await user.send(
                    "POST",
                    "/v1/diary/imports?format=table",
                    "date,name,kcal\n\(rows)\n",
                    ["Content-Type": "text/csv"]
                )
            }
            try await untilRefused("sign-ins") { _ in
                try await user.with(token: nil).post("/v1/auth/login", disk.login)
            }
        }

        private static func readsGoOn(_ user: HTTPClient, _ entries: [EntryID]) async throws {
            let day = try await user.get("/v1/diary/days/today").decode(DiaryDay.self)
            #expect(Set(entries).isSubset(of: day.meals.flatMap(\.entries).map(\.id)))
            for path in ["/v1/profile", "/v1/foods?q=banana", "/v1/leaderboard", "/v1/auth/sessions", "/health/ready"] {
                #expect(try await user.get(path).status == 200, "\(path)")
            }
        }
    }
}

/// A stack with its data directory on a small in-memory disk, mounted in a namespace of its own.
private final class SmallDisk {
    private static let bytes = 64 << 20

    let login: String
    private let directory: TemporaryDirectory
    private let port: Int
    private let process: Process
    private let email: String

    /// Options of `unshare` that give a command its own mounts; nil if this is not permitted.
    private static let namespace: [String]? = [["-m"], ["-U", "-r", "-m"]].first { options in
        let trial = Process()
        trial.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        trial.arguments = options + ["mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt"]
        trial.standardError = FileHandle.nullDevice
        guard (try? trial.run()) != nil else { return false }
        trial.waitUntilExit()
        return trial.terminationStatus == 0
    }

    static var isPossible: Bool { namespace != nil }

    static func run(_ body: (SmallDisk) async throws -> Void) async throws {
        let disk = try SmallDisk()
        defer { disk.stop() }
        try await eventually("the stack is ready", is: 200) {
            try await HTTPClient(port: disk.port).get("/health/ready").status
        }
        try await body(disk)
    }

    private init() throws {
        directory = try TemporaryDirectory()
        port = Int(try PlainSocket.freePort())
        email = "benjamin-\(UUIDv7.make().description.suffix(8))@example.org"
        login = #"{"email":"\#(email)","password":"1234567A"}"#
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        // The log is on the same disk, as that of `--detach` is.
        let script = "mount -t tmpfs -o size=\(Self.bytes),mode=700 none $0 && exec \"$@\" > $0/log 2>&1"
        let mealwire = CommandLineTool.executable("mealwire").path
        process.arguments =
            (Self.namespace ?? []) + ["sh", "-c", script, directory.path, mealwire]
            + ["up", "--data", "\(directory)/data", "--port", "\(port)"]
        try process.run()
    }

    private func stop() {
        process.end()
        directory.remove()
    }

    func register(_ name: String, _ profile: String) async throws -> User {
        let email = name == "Benjamin" ? email : "\(name)-\(email)"
        let json = """
            {"email":"\(email)","password":"1234567A","passwordConfirmation":"1234567A","name":"\(name)",\(profile)}
            """
        let answer = try await HTTPClient(port: port).post("/v1/auth/register", json)
        guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
        let session = try answer.decode(Session.self)
        return try User(http: HTTPClient(port: port, token: session.accessToken), session: session)
    }

    /// A file on the disk, addressed through a process inside the mount namespace.
    private var filler: String { "/proc/\(process.processIdentifier)/root\(directory)/filler" }

    /// Fills the disk.
    func fill() throws {
        let descriptor = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        for size in [1 << 20, 4_096, 1] {
            let bytes = [UInt8](repeating: 0, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
    }

    func freeSpace() throws { try FileManager.default.removeItem(atPath: filler) }

    /// The ids of the stack's processes; a restarted process would have another id.
    func processes() throws -> Set<String> {
        let supervisor = "\(process.processIdentifier)"
        var found: Set<String> = []
        for number in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int32(number) != nil {
            // Processes of other programs may have exited meanwhile.
            guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { continue }
            // proc(5): the parent is the second field after the name, which is in parentheses.
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            if fields.count > 1, fields[1] == supervisor { found.insert(number) }
        }
        return found
    }
}
