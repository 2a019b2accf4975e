import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Options of earlier versions for connections of other hosts without a bridge.
    struct RemovedOptions {
        @Test(arguments: [
            ["broker", "--tcp-endpoint", "tcp://0.0.0.0:5700"],
            ["broker", "--mdp-endpoint", "tcp://127.0.0.1:5555"],
            ["calorie-calculator", "--broker", "tcp://10.0.0.5:5700"],
            ["calorie-calculator", "--broker-key-file", "keys/broker.pub"],
            ["mealwire", "up", "--tcp-endpoint", "tcp://0.0.0.0:5700"],
        ])
        func `a removed option fails the start with a message that names the bridge`(command: [String]) throws {
            let directory = "/tmp/mws-\(UUIDv7.make().description.suffix(12))"
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let process = Process()
            process.executableURL = StackFixture.executables.appendingPathComponent(command[0])
            process.arguments = command.dropFirst() + ["--data", directory]
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus != 0)
            #expect(text.contains("bridge"), "\(text)")
        }
    }
}
