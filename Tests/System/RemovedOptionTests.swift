import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Options that no process has: misspelt ones, and those of earlier versions.
    struct RemovedOptions {
        @Test(arguments: [
            ["broker", "--tcp-endpoint", "tcp://0.0.0.0:5700"],
            ["broker", "--mdp-endpoint", "tcp://127.0.0.1:5555"],
            ["calorie-calculator", "--broker", "tcp://10.0.0.5:5700"],
            ["calorie-calculator", "--broker-key-file", "keys/broker.pub"],
            ["mealwire", "up", "--tcp-endpoint", "tcp://0.0.0.0:5700"],
        ])
        func `a removed option fails the start with a message that names the bridge`(command: [String]) throws {
            let errors = try Self.startErrors(command)
            #expect(errors.contains("bridge"), "\(errors)")
        }

        /// A start with a former name of an option.
        struct FormerName: Sendable {
            var command: [String]
            var environment: [String: String] = [:]
            /// The present name.
            var option: String
        }

        @Test(arguments: [
            FormerName(command: ["bridge", "--publish-figures"], option: "--publish-metrics"),
            FormerName(command: ["bridge", "--publish-figures", "false"], option: "--publish-metrics"),
            FormerName(
                command: ["bridge"],
                environment: ["MEALWIRE_PUBLISH_FIGURES": "true"],
                option: "--publish-metrics"
            ),
            FormerName(command: ["calorie-calculator", "--heavy-capacity", "3"], option: "--bulk-capacity"),
        ])
        func `a former name of an option fails the start with a message that names the new one`(
            former: FormerName
        ) throws {
            let errors = try Self.startErrors(former.command, environment: former.environment)
            #expect(errors.contains(former.option), "\(errors)")
        }

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
