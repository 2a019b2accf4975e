import Contracts
import Foundation
import TestSupport
import Testing

/// A stack of small shell scripts as processes, run by the real `mealwire`.
///
/// Each script writes `start <name> <pid>` and `stop <name>` to a journal, and ends with its standard input.
/// The test itself opens the sockets of the broker. The gateway's script answers on the supervisor's listening
/// socket once the test allows it.
final class StubStack {
    static let names = ["broker", "gateway"] + ServiceName.all.map(\.rawValue)

    private let temporary: TemporaryDirectory
    let port: Int
    private var listeners: [StubListener] = []
    private var commands: [Process] = []
    /// The format of the log.
    var format = "text"

    var directory: String { temporary.path }
    var data: String { "\(directory)/data" }

    /// Creates a stack in a temporary directory, and removes it afterwards with all running processes.
    static func with(_ body: (StubStack) async throws -> Void) async throws {
        let stack = try StubStack()
        do {
            try await body(stack)
        } catch {
            stack.remove()
            throw error
        }
        stack.remove()
    }

    private init() throws {
        temporary = try TemporaryDirectory()
        port = Int(try PlainSocket.freePort())
        try FileManager.default.createDirectory(atPath: "\(directory)/bin", withIntermediateDirectories: true)
        for name in Self.names { try write(script: Self.script(name, in: directory), for: name) }
        try Self.answers(in: directory).write(toFile: "\(directory)/answer.py", atomically: true, encoding: .utf8)
    }

    private static func script(_ name: String, in directory: String) -> String {
        """
        trap 'echo "stop \(name)" >> \(directory)/journal; exit 0' TERM
        echo "start \(name) $$" >> \(directory)/journal
        echo "hello from \(name)"
        exec 5<&0
        \(name == "gateway" ? "python3 \(directory)/answer.py <&5 &" : "")
        cat <&5 &
        wait $!
        """
    }

    /// Returns a script that answers readiness probes on the inherited socket until its standard input ends.
    private static func answers(in directory: String) -> String {
        """
        import os, select, socket, sys
        while not os.path.exists("\(directory)/gateway-open"):
            if select.select([0], [], [], 0.005)[0]: sys.exit()
        listener = socket.socket(fileno=4)
        while True:
            if 0 in select.select([0, listener], [], [])[0]: sys.exit()
            try:
                peer = listener.accept()[0]
                peer.recv(4096)
                with open("\(directory)/gateway-open", "rb") as file: peer.sendall(file.read())
                peer.close()
            except OSError: pass
        """
    }

    /// Replaces the script of a process.
    func write(script: String, for name: String) throws {
        let path = "\(directory)/bin/\(name)"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    // MARK: Commands

    /// Starts `mealwire` with arguments and redirects its output to a file.
    func mealwire(_ arguments: [String], output file: String = "output") throws -> Process {
        let path = "\(directory)/\(file)"
        try Data().write(to: URL(fileURLWithPath: path))
        let output = try #require(FileHandle(forWritingAtPath: path))
        let process = CommandLineTool.process(arguments)
        // The output is a file, but the tests check the text format.
        process.environment = ProcessInfo.processInfo.environment.merging(["MEALWIRE_LOG_FORMAT": format]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        commands.append(process)
        return process
    }

    /// Starts `mealwire up` on this stack.
    func up(_ more: [String] = [], output file: String = "output") throws -> Process {
        try mealwire(
            ["up", "--data", data, "--port", "\(port)", "--executables", "\(directory)/bin"] + more,
            output: file
        )
    }

    /// Starts `mealwire up` and opens the broker's sockets, so that all other processes start.
    func upWithBroker(_ more: [String] = []) async throws -> Process {
        let process = try up(more)
        try await waitFor("start broker")
        try openBroker()
        return process
    }

    /// Starts `mealwire up`, and makes broker and gateway answer.
    func upUntilReady(_ more: [String] = []) async throws -> Process {
        let process = try await upWithBroker(more)
        try await waitFor("start gateway")
        try openGateway()
        return process
    }

    /// Listens on the sockets of the broker.
    func openBroker() throws {
        for name in ["requests", "events-in", "events-out"] {
            listeners.append(try StubListener(path: "\(data)/run/\(name).sock"))
        }
    }

    /// Makes the gateway answer readiness probes.
    func openGateway(status: String = "200 OK", body: String = "{}") throws {
        let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try Data(answer.utf8).write(to: URL(fileURLWithPath: "\(directory)/gateway-open"), options: .atomic)
    }

    /// Occupies the port of the stack.
    func takePort() throws { listeners.append(try StubListener(port: port)) }

    // MARK: Observations

    var journal: [String] { lines(of: "journal") }

    func lines(of file: String) -> [String] {
        let text = (try? String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    func printed(_ part: String, in file: String = "output") -> Bool {
        lines(of: file).contains { $0.contains(part) }
    }

    /// Returns the process numbers of all starts under a name.
    func pids(of name: String) -> [pid_t] {
        journal.filter { $0.hasPrefix("start \(name) ") }.compactMap {
            $0.split(separator: " ").last.flatMap { pid_t($0) }
        }
    }

    var allPids: [pid_t] { Self.names.flatMap(pids) }

    /// Whether any started process is still alive.
    var isAnyProcessAlive: Bool { allPids.contains { kill($0, 0) == 0 } }

    func waitFor(_ entry: String) async throws {
        try await eventually("the journal says \(entry)") { self.journal.contains { $0.hasPrefix(entry) } }
    }

    private func remove() {
        for process in commands where process.isRunning { process.kill() }
        for pid in allPids { kill(-pid, SIGKILL) }
        listeners = []
        temporary.remove()
    }
}
