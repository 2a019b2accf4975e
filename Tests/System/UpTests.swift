import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// `mealwire up`, `restart` and `down`.
    struct Up {
        private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
            let outcome = try CommandLineTool.run(arguments)
            return (outcome.status, outcome.output + outcome.errors)
        }

        /// Runs `mealwire restart` under load; no request may fail.
        private func renewUnderLoad(_ directory: String, _ port: Int) async throws {
            let over = Flag()
            try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let http = HTTPClient(port: port)
                        var found: [Int] = []
                        while !over.isRaised { found.append(try await http.get("/v1/meta").status) }
                        return found
                    }
                }
                let restart = try run(["restart", "--data", directory])
                #expect(restart.status == 0, "\(restart.output)")
                over.raise()
                let found = try await group.reduce(into: []) { $0 += $1 }
                #expect(found.count > 100 && found.allSatisfy { $0 == 200 }, "\(found.filter { $0 != 200 })")
            }
        }

        @Test func `a stack is started, used, restarted and stopped, and a second one on its data is refused`()
            async throws
        {
            let temporary = try TemporaryDirectory()
            defer { temporary.remove() }
            let directory = temporary.file("data")
            let port = Int(try PlainSocket.freePort())
            let up = try run(["up", "--detach", "--data", directory, "--port", "\(port)", "--calculators", "2"])
            #expect(up.status == 0, "\(up.output)")
            #expect(up.output.contains("http://127.0.0.1:\(port)"))
            #expect(up.output.contains("curl"))
            #expect(try await HTTPClient(port: port).get("/health/ready").status == 200)
            let second = try run(["up", "--detach", "--data", directory, "--port", "\(try PlainSocket.freePort())"])
            #expect(second.status != 0)
            let taken = try run(["up", "--detach", "--data", "\(directory)-2", "--port", "\(port)"])
            #expect(taken.status != 0)
            #expect(taken.output.contains("\(port)"))
            try await renewUnderLoad(directory, port)
            let down = try run(["down", "--data", directory])
            #expect(down.status == 0, "\(down.output)")
            await #expect(throws: (any Error).self) { try await HTTPClient(port: port).get("/health/live") }
        }
    }
}
