import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MailDeliveryTests {
    private static let message = MailMessage(
        from: "food@example.org",
        to: "ann@example.org",
        subject: "Hello",
        text: "A line.\n",
        date: Date(),
        id: "id"
    )

    private static func inDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await body(directory.path)
    }

    /// Returns a command that runs a shell script.
    ///
    /// The shell reads the file. The system would refuse to execute it while a child of a concurrent test has it open
    /// for writing.
    private static func command(_ script: String, _ arguments: String..., in directory: String) throws -> [String] {
        let path = "\(directory)/sendmail"
        try Data("\(script)\n".utf8).write(to: URL(filePath: path))
        return ["/bin/sh", path] + arguments
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a maildir receives complete messages under unique names, readable by its owner only`() async throws {
        try await Self.inDirectory { directory in
            let maildir = try Maildir("\(directory)/mail")
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { try await maildir.deliver(Self.message) } }
                try await group.waitForAll()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/mail/new")
            #expect(names.count == 50)
            for name in names {
                let path = "\(directory)/mail/new/\(name)"
                #expect(FileManager.default.contents(atPath: path) == Data(Self.message.bytes))
                #expect(try Self.mode(path) == 0o600)
                #expect(name.wholeMatch(of: /[0-9]+\.M[0-9]+P[0-9]+Q[0-9]+R[A-Za-z0-9_-]+\.[^\/:]+/) != nil)
            }
            for name in ["", "/tmp", "/new", "/cur"] {
                #expect(try Self.mode("\(directory)/mail\(name)") == 0o700)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/mail/tmp").isEmpty)
        }
    }

    @Test func `a message that cannot be stored fails without a partial file`() async throws {
        try await Self.inDirectory { directory in
            let maildir = try Maildir("\(directory)/mail")
            try FileManager.default.removeItem(atPath: "\(directory)/mail/new")
            await #expect(throws: (any Error).self) { try await maildir.deliver(Self.message) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/mail/tmp").isEmpty)
        }
    }

    @Test func `a command receives its arguments and the complete message`() async throws {
        try await Self.inDirectory { directory in
            let script = #"printf '%s\n' "$@" > "$0.arguments"; cat > "$0.message"; echo noise; echo noise >&2"#
            let command = SendmailCommand(try Self.command(script, "-t", "-i", "$HOME;x", in: directory))
            try await command.deliver(Self.message)
            #expect(
                FileManager.default.contents(atPath: "\(directory)/sendmail.arguments")
                    == Data("-t\n-i\n$HOME;x\n".utf8)
            )
            #expect(FileManager.default.contents(atPath: "\(directory)/sendmail.message") == Data(Self.message.bytes))
        }
    }

    @Test(arguments: [
        ("exit 75", "status 75"), ("kill -9 $$", "signal 9"), ("exec 0<&-; exit 1", "status 1"),
    ])
    func `a failed command reports its exit status or signal`(script: String, expected: String) async throws {
        try await Self.inDirectory { directory in
            let command = SendmailCommand(try Self.command(script, in: directory))
            let error = await #expect(throws: (any Error).self) { try await command.deliver(Self.message) }
            #expect("\(try #require(error))".contains(expected))
        }
    }

    @Test func `a missing command fails`() async throws {
        let command = SendmailCommand(["/nowhere/sendmail"])
        let error = await #expect(throws: (any Error).self) { try await command.deliver(Self.message) }
        #expect("\(try #require(error))".contains("cannot be started"))
    }

    @Test func `a command that hangs is killed with its child processes`() async throws {
        try await Self.inDirectory { directory in
            let script = #"sleep 600 & echo $! > "$0.child"; wait"#
            let command = SendmailCommand(try Self.command(script, in: directory), timeoutMs: 1_000)
            let error = await #expect(throws: (any Error).self) { try await command.deliver(Self.message) }
            #expect("\(try #require(error))".contains("took too long"))
            let text = try String(contentsOfFile: "\(directory)/sendmail.child", encoding: .utf8)
            let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            try await eventually("the child process has ended") { !isRunning(child) }
        }
    }

    @Test func `concurrent commands each receive their own message`() async throws {
        try await Self.inDirectory { directory in
            let command = try Self.command(#"cat > "$1""#, in: directory)
            try await withThrowingTaskGroup { group in
                for number in 0..<32 {
                    let message = MailMessage(
                        from: "a@example.org",
                        to: "\(number)@example.org",
                        subject: "x",
                        text: "x",
                        date: Date(),
                        id: "x"
                    )
                    group.addTask {
                        let file = "\(directory)/\(number)"
                        try await SendmailCommand(command + [file]).deliver(message)
                        #expect(FileManager.default.contents(atPath: file) == Data(message.bytes))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Returns whether a process exists and is no zombie: the reaper of orphans may be slow.
    private func isRunning(_ process: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return !stat.contains(") Z ")
    }
}
