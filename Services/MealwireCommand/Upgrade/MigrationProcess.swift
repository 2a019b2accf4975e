import Contracts
import FoundationEssentials
import Glibc
import Storage

/// The executable of a service that migrates a copy of its database and says what that did.
struct MigrationProcess {
    /// A sentence of the service, or more than anybody reads.
    private static let complaintMax = 2_000

    /// Between two looks whether it has ended; short beside the start of a process.
    private static let pollMicroseconds: UInt32 = 5_000

    let executable: String
    /// In which the database lies; it also takes what the process says.
    let directory: String

    /// Runs it to its end.
    ///
    /// - Throws: `SetFailure` with what the process said.
    func run() throws -> MigrationRehearsal {
        let (output, errors) = ("\(directory)/output", "\(directory)/errors")
        // The process ends with this one: nothing is ever written to its standard input.
        let pipe = try Descriptors.pipe()
        defer { close(pipe.write) }
        let files = try [output, errors].map(Self.create)
        // What the set is configured with is not for its rehearsal.
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MEALWIRE_") }
        environment["MEALWIRE_SUPERVISED"] = "true"
        let request = SpawnRequest(
            path: executable,
            arguments: ["--data", directory, "--migrate-only"],
            environment: environment,
            descriptors: [pipe.read] + files,
            standing: .ownGroup
        )
        let pid: pid_t
        do {
            defer { for descriptor in [pipe.read] + files { close(descriptor) } }
            pid = try request.start()
        }
        guard try Self.isWell(pid) else {
            let complaint = Self.text(errors)
            throw SetFailure(complaint.isEmpty ? "\(executable) ended without a word." : complaint)
        }
        guard let bytes = FileManager.default.contents(atPath: output),
            let rehearsal = try? PayloadCoder.decodeReply(MigrationRehearsal.self, from: Array(bytes))
        else { throw SetFailure("\(executable) did not tell what it has migrated; is it of this version?") }
        return rehearsal
    }

    private static func create(_ path: String) throws(SetFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SetFailure("Cannot write \(path): \(systemReason()).") }
        return descriptor
    }

    /// Waits for the end; asked to stop, it has the process end, too.
    private static func isWell(_ pid: pid_t) throws -> Bool {
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
        return String(text.suffix(complaintMax)).split(separator: "\n").last.map(String.init) ?? ""
    }
}
