import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Options of earlier versions: removed ones, and former names.
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

        private static let formerNames: [(command: [String], environment: [String: String])] = [
            (["bridge", "--publish-figures"], [:]),
            (["bridge", "--publish-figures", "false"], [:]),
            (["bridge"], ["MEALWIRE_PUBLISH_FIGURES": "true"]),
        ]

        @Test(arguments: formerNames)
        func `a former name of an option fails the start with a message that names the new one`(
            command: [String],
            environment: [String: String]
        ) throws {
            let errors = try Self.startErrors(command, environment: environment)
            #expect(errors.contains("--publish-metrics"), "\(errors)")
        }

        /// Starts a process that must fail, and returns what it prints to standard error.
        private static func startErrors(_ command: [String], environment: [String: String] = [:]) throws -> String {
            let directory = "/tmp/mws-\(UUIDv7.make().description.suffix(12))"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let process = Process()
            process.executableURL = StackFixture.executables.appendingPathComponent(command[0])
            process.arguments = command.dropFirst() + ["--data", directory]
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus != 0)
            return text
        }
    }
}
