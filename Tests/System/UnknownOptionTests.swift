import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Options that no process has.
    struct UnknownOptions {
        @Test(arguments: ["broker", "bridge", "gateway", "diary"])
        func `an option that a process does not have fails its start with a message that names the help`(
            process: String
        ) throws {
            let errors = try Self.startErrors([process, "--log-levle", "debug"])
            #expect(errors.contains("\(process) has no option --log-levle."), "\(errors)")
            #expect(errors.contains("\(process) --help"), "\(errors)")
        }

        /// Starts a process that must fail, and returns what it prints to standard error.
        private static func startErrors(_ command: [String], environment: [String: String] = [:]) throws -> String {
            let directory = try TemporaryDirectory()
            defer { directory.remove() }
            let arguments = Array(command.dropFirst()) + ["--data", directory.path]
            let outcome = try CommandLineTool.run(arguments, of: command[0], environment: environment)
            #expect(outcome.status != 0)
            return outcome.errors
        }
    }
}
