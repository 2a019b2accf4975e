import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Processes on a second host, simulated by a second data directory, reach the broker through two bridges.
    struct Bridges {
        private static let request =
            #"{"sex":"female","age":30,"heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose"}"#

        @Test func `a calculator of another host serves again after either bridge is killed and restarted`()
            async throws
        {
            let address = "tcp://127.0.0.1:\(try PlainSocket.freePort())"
            let arguments = { (directory: String) in
                try Self.makeKeys(directory)
                return ["bridge": ["--listen", address]]
            }
            try await StackFixture.run(arguments: arguments) { stack in
                try stack.start("bridge")
                let far = try FarHost(keysOf: stack.directory)
                defer { far.stop() }
                try stack.end("calorie-calculator")
                try far.start("bridge", ["--connect", address])
                try far.start("calorie-calculator")
                try await eventually("the far calculator serves") { try await Self.isServed(stack) }
                try await eventually("the bridge and its peer are shown") {
                    let status = try CommandLineTool.run(["status", "--data", stack.directory])
                    return status.output.contains("BRIDGE") && status.output.contains("box2")
                }
                for host in ["near", "far"] {
                    if host == "near" { try stack.kill("bridge") } else { try far.kill("bridge") }
                    try await eventually("the calculator is not available") { try await !Self.isServed(stack) }
                    #expect(try await stack.http.get("/health/live").status == 200)
                    let connect = ["--connect", address]
                    if host == "near" { try stack.start("bridge") } else { try far.start("bridge", connect) }
                    try await eventually("the far calculator serves again") { try await Self.isServed(stack) }
                }
                try far.kill("calorie-calculator")
                try await eventually("a killed calculator is detected") { try await !Self.isServed(stack) }
                try far.start("calorie-calculator")
                try await eventually("a new calculator serves") { try await Self.isServed(stack) }
                let removed = try CommandLineTool.run(["keys", "remove", "box2", "--data", stack.directory])
                #expect(removed.status == 0, "\(removed.errors)")
                try await eventually("a removed key is refused") { try await !Self.isServed(stack) }
                try stack.start("calorie-calculator")
                try await eventually("the local calculator serves") { try await Self.isServed(stack) }
            }
        }

        @Test func `one scrape contains every metric of a bridge`() async throws {
            let address = "tcp://127.0.0.1:\(try PlainSocket.freePort())"
            let arguments = { (directory: String) in
                try Self.makeKeys(directory)
                return ["bridge": ["--listen", address]]
            }
            try await StackFixture.run(arguments: arguments) { stack in
                try stack.start("bridge")
                let far = try FarHost(keysOf: stack.directory)
                defer { far.stop() }
                try stack.end("calorie-calculator")
                try far.start("bridge", ["--connect", address])
                try far.start("calorie-calculator")
                try await eventually("the far calculator serves") { try await Self.isServed(stack) }
                let peer = #"peer="box2""#
                for endpoint in ["presence", "requests", "events_in", "events_out"] {
                    try await eventually("the connection for \(endpoint) is shown") {
                        let scrape = try await Metrics.Scrape(stack)
                        return scrape.value("mealwire_bridge_connections", peer, #"endpoint="\#(endpoint)""#) == 1
                    }
                }
                try await eventually("the data of the call is shown") {
                    let scrape = try await Metrics.Scrape(stack)
                    return ["received_bytes_total", "sent_bytes_total", "credit_bytes"].allSatisfy { name in
                        scrape.value("mealwire_bridge_\(name)", peer) ?? 0 > 0
                    }
                }
                let removed = try CommandLineTool.run(["keys", "remove", "box2", "--data", stack.directory])
                #expect(removed.status == 0, "\(removed.errors)")
                try await eventually("the refused key is shown") {
                    let scrape = try await Metrics.Scrape(stack)
                    return scrape.value("mealwire_bridge_refused_total", #"reason="key""#) ?? 0 > 0
                }
                let scrape = try await Metrics.Scrape(stack)
                #expect(scrape.value("mealwire_bridge_unfinished_handshakes") != nil)
                #expect(scrape.value("mealwire_bridge_gaps_total") == 0)
                #expect(scrape.value("mealwire_service_processes", #"service="bridge""#) == 1)
            }
        }

        private static func makeKeys(_ directory: String) throws {
            for (name, rights) in [("bridge", []), ("box2", ["--offers", "calorie-calculator"])] {
                let made = try CommandLineTool.run(["keys", "make", name, "--data", directory] + rights)
                #expect(made.status == 0, "\(made.errors)")
            }
        }

        private static func isServed(_ stack: StackFixture) async throws -> Bool {
            try await stack.http.post("/v1/calculator/target", request).status == 200
        }
    }

    /// Runs the executables on another data directory, with keys from the first.
    private final class FarHost {
        private let temporary: TemporaryDirectory
        private var processes: [String: Process] = [:]

        var directory: String { temporary.path }

        init(keysOf near: String) throws {
            temporary = try TemporaryDirectory()
            let manager = FileManager.default
            try manager.createDirectory(
                atPath: "\(directory)/keys",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try manager.copyItem(atPath: "\(near)/keys/box2.key", toPath: "\(directory)/keys/bridge.key")
            try manager.copyItem(atPath: "\(near)/keys/bridge.pub", toPath: "\(directory)/keys/far-bridge.pub")
        }

        func start(_ name: String, _ arguments: [String] = []) throws {
            let process = CommandLineTool.process(["--data", directory, "--log-level", "error"] + arguments, of: name)
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            processes[name] = process
        }

        func kill(_ name: String) throws {
            let running = processes.removeValue(forKey: name)
            try #require(running).kill()
        }

        func stop() {
            for process in processes.values { process.terminate() }
            for process in processes.values { process.waitUntilExit() }
            temporary.remove()
        }
    }
}
