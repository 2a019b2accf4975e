import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
import Settings
import Storage
import Supervision

/// Runs the executable of a service, which migrates a copy of its database and prints the result.
struct MigrationProcess {
    /// Suffices for one error sentence of a service.
    private static let errorTextMax = 2_000

    /// The pause between two checks for the end; short compared to the start of a process.
    private static let pollMicroseconds: UInt32 = 5_000

    let executable: String
    /// The directory of the database, and of the files with the process's output.
    let directory: String

    /// Runs the process to its end.
    ///
    /// - Throws: `CommandFailure` with the error output of the process.
    func run() throws -> MigrationRehearsal {
        let (output, errors) = ("\(directory)/output", "\(directory)/errors")
        // No data is ever written to its standard input, which ends with this process.
        let pipe = try Descriptors.pipe()
        defer { close(pipe.write) }
        let files = try [output, errors].map(Self.create)
        // The settings of the running stack must not apply to the rehearsal.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MEALWIRE_") }
        environment[Settings.Process.supervised.declaration.variable] = "true"
        let request = SpawnRequest(
            path: executable,
            arguments: [
                Settings.Process.data.declaration.option, directory, Settings.Service.migrateOnly.declaration.option,
            ],
            environment: environment,
            descriptors: [pipe.read] + files,
            standing: .ownGroup
        )
        let pid: pid_t
        do {
            defer { for descriptor in [pipe.read] + files { close(descriptor) } }
            pid = try request.start()
        }
        guard try Self.isSuccessful(pid) else {
            let errorText = Self.text(errors)
            throw CommandFailure(errorText.isEmpty ? "\(executable) failed without a message." : errorText)
        }
        guard let bytes = FileManager.default.contents(atPath: output),
            let rehearsal = try? PayloadCoder.decodeReply(MigrationRehearsal.self, from: Array(bytes))
        else { throw CommandFailure("\(executable) did not print a migration result; is it of this version?") }
        return rehearsal
    }

    private static func create(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CommandFailure("Cannot write \(path): \(systemReason()).") }
        return descriptor
    }

    /// Waits for the end of the process; kills it when the command is asked to stop.
    private static func isSuccessful(_ pid: pid_t) throws -> Bool {
        var status: Int32 = 0
        while true {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid { return status == 0 }
            guard ended == 0 || errno == EINTR else { return false }
            do {
                try StopRequest.check()
            } catch {
                kill(pid, SIGKILL)
                waitpid(pid, &status, 0)
                throw error
            }
            usleep(pollMicroseconds)
        }
    }

    private static func text(_ path: String) -> String {
        let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        return String(text.suffix(errorTextMax)).split(separator: "\n").last.map(String.init) ?? ""
    }
}
