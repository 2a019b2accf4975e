import Contracts
import Foundation
import LoadGenerator
import Observability
import TestSupport
import Testing

extension SystemCommandTests {
    /// `mealwire load` against a real stack: one to four seconds of each scenario.
    struct LoadTests {
        private func load(_ stack: StackFixture, _ arguments: String...) throws -> CommandLineTool.Outcome {
            let target = arguments.contains("--queue") ? [] : ["--url", "http://127.0.0.1:\(stack.port)"]
            return try CommandLineTool.run(["load", "--quiet"] + arguments + target + ["--data", stack.directory])
        }

        private func report(_ path: String) throws -> LoadReport {
            try PayloadCoder.decodeReply(LoadReport.self, from: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        }

        private func users(_ stack: StackFixture) throws -> String {
            try CommandLineTool.run(["admin", "users", "list", "--data", stack.directory]).output
        }

        /// Returns how many targets the calculator has answered.
        private func answeredTargets(_ stack: StackFixture) throws -> Int {
            let arguments = ["call", ServiceStats.method(of: .calculator).name, "--data", stack.directory]
            let output = try CommandLineTool.run(arguments).output
            let stats = try PayloadCoder.decodeReply(ServiceStats.Reply.self, from: Array(output.utf8))
            return stats.methods.first { $0.name == CalculatorTarget.method.name }?.requests ?? 0
        }

        @Test func `a run within its limits writes JSON and HTML reports and exits with 0`() async throws {
            try await StackFixture.run { stack in
                let (json, html) = ("\(stack.directory)/load.json", "\(stack.directory)/load.html")
                let outcome = try load(
                    stack,
                    "calculator",
                    "--rate",
                    "200",
                    "--duration",
                    "2s",
                    "--seed",
                    "5",
                    "--json",
                    json,
                    "--html",
                    html,
                    "--limit",
                    "errors=0%",
                    "--limit",
                    "p99=5s",
                    "--limit",
                    "rate=50%"
                )
                #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
                let report = try report(json)
                #expect(report.all.asked == 400)
                #expect(report.all.good == 400)
                #expect(report.all.latency.count == 400)
                #expect(report.actions.map(\.name) == ["target"])
                #expect(report.seconds.map(\.asked).reduce(0, +) == 400)
                #expect(report.limits.map(\.met) == [true, true, true])
                #expect(report.endedBy == "time")
                #expect(report.plan.seed == 5)
                #expect(report.machine.processors > 0)
                #expect(try String(contentsOfFile: html, encoding: .utf8).contains("</svg>"))
                #expect(outcome.output.contains("met    errors=0%"))
            }
        }

        @Test func `a missed limit is reported, and the exit status is 1`() async throws {
            try await StackFixture.run { stack in
                let outcome = try load(
                    stack,
                    "calculator",
                    "--rate",
                    "100",
                    "--duration",
                    "1s",
                    "--limit",
                    "p50=1us",
                    "--limit",
                    "max=60s"
                )
                #expect(outcome.status == 1)
                #expect(outcome.output.contains("MISSED p50=1us"))
                #expect(outcome.output.contains("met    max=60s"))
            }
        }

        @Test func `users of a diary run write and read without errors and are erased afterwards`() async throws {
            try await StackFixture.run { stack in
                let json = "\(stack.directory)/load.json"
                let keeping = try load(
                    stack,
                    "diary",
                    "--people",
                    "3",
                    "--rate",
                    "60",
                    "--duration",
                    "3s",
                    "--poisson",
                    "--seed",
                    "42",
                    "--keep-people",
                    "--limit",
                    "errors=0%",
                    "--json",
                    json
                )
                #expect(keeping.status == 0, "\(keeping.errors)\(keeping.output)")
                #expect(try report(json).all.good > 100)
                #expect(try users(stack).contains("load-2a-2@example.org"))
                // The same users again, this time on the message queue.
                let erasing = try load(
                    stack,
                    "diary",
                    "--queue",
                    "--people",
                    "3",
                    "--rate",
                    "60",
                    "--duration",
                    "2s",
                    "--seed",
                    "42",
                    "--limit",
                    "errors=0%",
                    "--json",
                    json
                )
                #expect(erasing.status == 0, "\(erasing.errors)\(erasing.output)")
                let report = try report(json)
                #expect(report.peopleLeft == 0)
                #expect(report.actions.count { $0.figures.good > 0 } > 5)
                #expect(try !users(stack).contains("load-2a-"))
            }
        }

        @Test func `searches, a compressed day and a closed loop run without errors`()
            async throws
        {
            try await StackFixture.run { stack in
                let json = "\(stack.directory)/load.json"
                let day = try load(
                    stack,
                    "search",
                    "--people",
                    "1",
                    "--day",
                    "--rate",
                    "100",
                    "--duration",
                    "2s",
                    "--json",
                    json,
                    "--limit",
                    "errors=0%"
                )
                #expect(day.status == 0, "\(day.errors)\(day.output)")
                #expect(try (20...150).contains(report(json).all.good))
                let closed = try load(
                    stack,
                    "call",
                    "--queue",
                    "--method",
                    "calculator.target",
                    "--request",
                    #"{"sex":"male","age":40,"heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep"}"#,
                    "--closed-loop",
                    "--connections",
                    "4",
                    "--duration",
                    "1s",
                    "--json",
                    json,
                    "--limit",
                    "errors=0%"
                )
                #expect(closed.status == 0, "\(closed.errors)\(closed.output)")
                #expect(try report(json).all.good > 100)
                #expect(try report(json).plan.rate == nil)
            }
        }

        @Test func `a run with rising rates stops at the first missed limit and reports the saturation`() async throws {
            try await StackFixture.run { stack in
                let json = "\(stack.directory)/load.json"
                let outcome = try load(
                    stack,
                    "calculator",
                    "--steps",
                    "--rate",
                    "50",
                    "--step-duration",
                    "1s",
                    "--duration",
                    "3s",
                    "--limit",
                    "p50=1us",
                    "--json",
                    json
                )
                // Not even the first rate met the limit.
                #expect(outcome.status == 1, "\(outcome.errors)")
                let report = try report(json)
                #expect(report.limits.map(\.met) == [false])
                #expect(report.endedBy == "saturated")
                #expect(report.endedBecause?.contains("p50=1us was missed") == true)
                #expect(report.steps.map(\.rate) == [50])
                #expect(report.saturationRate == nil)
            }
        }

        @Test func `requests that were due while the stack stood still count with their latency`() async throws {
            try await StackFixture.run { stack in
                let path = "\(stack.directory)/load.json"
                let arguments = [
                    "load", "calculator", "--quiet", "--rate", "100", "--duration", "4s", "--connections", "8", "--url",
                    "http://127.0.0.1:\(stack.port)", "--json", path,
                ]
                try await CommandLineTool.whileRunning(arguments, writingTo: "\(stack.directory)/printed") { command in
                    let before = try answeredTargets(stack)
                    try await eventually("the load has begun") { try answeredTargets(stack) > before + 20 }
                    try stack.freeze("gateway", true)
                    let frozenAt = Deadline.monotonicNanoseconds()
                    try await eventually("a second has passed") {
                        Deadline.monotonicNanoseconds() - frozenAt > 1_000_000_000
                    }
                    try stack.freeze("gateway", false)
                    command.waitUntilExit()
                }
                let all = try report(path).all
                #expect(all.asked == 400)
                #expect(all.good + all.failed + all.missed == 400)
                // Only 8 requests can be in flight. Without the delayed ones, too few would be slow.
                #expect(all.latency.p90Us > 100_000)
            }
        }

        @Test func `Ctrl-C ends a run early, and the report is still written`() async throws {
            try await StackFixture.run { stack in
                let path = "\(stack.directory)/load.json"
                let arguments = [
                    "load", "diary", "--quiet", "--people", "2", "--rate", "20", "--duration", "60s", "--url",
                    "http://127.0.0.1:\(stack.port)", "--json", path,
                ]
                try await CommandLineTool.whileRunning(arguments, writingTo: "\(stack.directory)/printed") { command in
                    try await eventually("the users are registered") {
                        try users(stack).contains("-1@example.org")
                    }
                    command.interrupt()
                    command.waitUntilExit()
                    #expect(command.terminationStatus == 0)
                }
                #expect(try report(path).endedBy == "interrupted")
                #expect(try !users(stack).contains("load-"))
            }
        }

        @Test(arguments: [
            ["soup"], ["calculator", "--url", "http://meals.example.org"], ["calculator", "--limit", "p98=1ms"],
            ["calculator", "--rate", "0"], ["calculator", "--rate", "many"], ["calculator", "--duration", "5"],
            ["calculator", "--steps", "--day"], ["calculator", "--steps", "--step", "inf"],
            ["call", "--queue"], ["call", "--method", "diary.day"], [],
            ["calculator", "--json", "/none/there.json"], ["calculator", "--connections", "0"],
            ["diary", "--people", "0"],
            ["calculator", "--url", "http://127.0.0.1:1"], ["calculator", "--queue", "--data", "/none"],
        ])
        func `an invalid run fails with one sentence and exit status 2`(arguments: [String]) throws {
            let outcome = try CommandLineTool.run(["load"] + arguments)
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("Error: "))
        }
    }
}
