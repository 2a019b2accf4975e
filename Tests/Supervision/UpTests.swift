import Foundation
import TestSupport
import Testing

/// Tests `mealwire up` and `mealwire down` with scripts as services.
@Suite struct UpTests {
    @Test func `no process starts before the broker listens, and the gateway decides readiness`() async throws {
        try await StubStack.with { stack in
            let up = try stack.up()
            try await stack.waitFor("start broker")
            #expect(stack.journal.count == 1)
            try stack.openBroker()
            try await stack.waitFor("start gateway")
            #expect(!stack.printed("is ready"))
            try stack.openGateway()
            try await eventually("the stack is ready") {
                stack.printed("Mealwire is ready at http://127.0.0.1:\(stack.port)")
            }
            #expect(stack.printed("curl -s http://127.0.0.1:\(stack.port)/v1/calculator/target"))
            #expect(stack.printed("diary              | hello from diary"))
            #expect(up.isRunning)
        }
    }

    @Test func `a stack without one service is ready when all others are, and names the command to start it`()
        async throws
    {
        try await StubStack.with { stack in
            _ = try await stack.upWithBroker(["--without", "diary"])
            try await stack.waitFor("start gateway")
            try stack.openGateway(
                status: "503 Service Unavailable",
                body: #"{"status":"notReady","services":{"auth":"ready","diary":"unavailable"}}"#
            )
            try await eventually("the stack is ready") { stack.printed("Mealwire is ready") }
            try await eventually("the command is shown") {
                stack.printed("/bin/diary --data \(stack.data) --instance diary")
            }
            #expect(stack.pids(of: "diary").isEmpty)
        }
    }

    @Test func `an unknown service cannot be omitted`() async throws {
        try await StubStack.with { stack in
            let up = try stack.up(["--without", "diery"])
            #expect(try await up.status() != 0)
            #expect(stack.printed("--without is diery, but must be one of auth, profile"))
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a stack stops the gateway first and the broker last`(signal: Int32) async throws {
        try await StubStack.with { stack in
            let up = try await stack.upUntilReady()
            try await eventually("the stack is ready") { stack.printed("Mealwire is ready") }
            up.send(signal)
            #expect(try await up.status() == 0)
            let stops = stack.journal.filter { $0.hasPrefix("stop") }
            #expect(stops.count == StubStack.names.count)
            #expect(stops.first == "stop gateway")
            #expect(stops.last == "stop broker")
            #expect(!stack.isAnyProcessAlive)
        }
    }

    @Test func `a crashed process restarts`() async throws {
        try await StubStack.with { stack in
            _ = try await stack.upUntilReady()
            try await eventually("the stack is ready") { stack.printed("Mealwire is ready") }
            let first = try #require(stack.pids(of: "diary").first)
            kill(first, SIGKILL)
            try await eventually("diary starts again") { stack.pids(of: "diary").count == 2 }
            #expect(stack.printed("diary was ended by signal 9"))
            #expect(stack.printed("diary starts again in 0.1 seconds."))
        }
    }

    @Test func `a restart replaces one process after the other, the broker first`() async throws {
        try await StubStack.with { stack in
            let up = try await stack.upUntilReady()
            try await eventually("the stack is ready") { stack.printed("Mealwire is ready") }
            let before = stack.journal.count
            let restart = try stack.mealwire(["restart", "--data", stack.data], output: "restart")
            #expect(try await restart.status() == 0, "\(stack.lines(of: "restart"))")
            #expect(stack.printed("\(StubStack.names.count) processes are renewed.", in: "restart"))
            #expect(stack.printed("All processes are renewed."))
            // The stub gateway answers before a new process has written its start to the journal.
            try await eventually("all have started", is: before + 2 * StubStack.names.count) { stack.journal.count }
            let steps = stack.journal.dropFirst(before).map {
                $0.split(separator: " ").prefix(2).joined(separator: " ")
            }
            let names = steps.filter { $0.hasPrefix("stop") }.map { $0.dropFirst(5) }
            #expect(names.count == StubStack.names.count && names.first == "broker" && names.last == "gateway")
            for name in names {
                let (stop, start) = (steps.firstIndex(of: "stop \(name)"), steps.firstIndex(of: "start \(name)"))
                #expect(try #require(stop) < #require(start))
            }
            #expect(up.isRunning && stack.pids(of: "diary").count == 2)
        }
    }

    @Test func `a restart without a running stack fails`() async throws {
        try await StubStack.with { stack in
            let restart = try stack.mealwire(["restart", "--data", stack.data])
            #expect(try await restart.status() == 1)
            #expect(stack.printed("No stack that was started by `mealwire up` runs on \(stack.data)."))
        }
    }

    @Test func `a process that cannot start fails the stack, and no process remains`() async throws {
        try await StubStack.with { stack in
            try stack.write(script: "echo no such table; exit 3", for: "profile")
            let up = try await stack.upWithBroker()
            #expect(try await up.status() == 1)
            #expect(stack.printed("profile ended 3 times before the stack was ready."))
            #expect(stack.lines(of: "output").filter { $0.hasSuffix("| no such table") }.count == 6)
            #expect(!stack.isAnyProcessAlive)
        }
    }

    @Test func `in JSON every line is an object, whatever process wrote it`() async throws {
        try await StubStack.with { stack in
            stack.format = "json"
            let up = try await stack.upUntilReady()
            try await eventually("the stack is ready") { stack.printed("processes are ready after") }
            up.terminate()
            #expect(try await up.status() == 0)
            let objects = stack.lines(of: "output").map { line in
                try? JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            }
            #expect(objects.count > 8)
            #expect(objects.allSatisfy { $0?["logger"] != nil && $0?["time"] != nil }, "\(stack.lines(of: "output"))")
            #expect(objects.contains { $0?["logger"] == "diary" && $0?["message"] == "hello from diary" })
            #expect(objects.contains { $0?["logger"] == "mealwire" && $0?["message"] == "Stopping." })
        }
    }

    @Test func `a second stack on the same data is refused`() async throws {
        try await StubStack.with { stack in
            let first = try stack.up()
            try await stack.waitFor("start broker")
            let second = try stack.up(output: "second")
            #expect(try await second.status() == 1)
            #expect(stack.printed("(process \(first.processIdentifier))", in: "second"))
            #expect(stack.pids(of: "broker").count == 1)
        }
    }

    @Test func `an occupied port is reported, and no process starts`() async throws {
        try await StubStack.with { stack in
            try stack.takePort()
            let up = try stack.up()
            #expect(try await up.status() == 1)
            #expect(
                stack.printed(
                    "Port \(stack.port) of 127.0.0.1 is taken by another process; give another one with --port."
                )
            )
            #expect(stack.journal.isEmpty)
        }
    }

    @Test func `a directory that cannot be created is reported with the reason`() async throws {
        try await StubStack.with { stack in
            let path = "\(stack.directory)/bin/broker/data"
            let up = try stack.mealwire(["up", "--data", path, "--executables", "\(stack.directory)/bin"])
            #expect(try await up.status() == 1)
            #expect(stack.printed("Cannot make the directory \(path): Not a directory."))
        }
    }

    @Test(arguments: [["--port", "0"], ["--port", "65536"], ["--calculators", "0"], ["--calculators", "65"]])
    func `an option out of its range is refused`(arguments: [String]) async throws {
        try await StubStack.with { stack in
            let up = try stack.up(arguments)
            #expect(try await up.status() == EX_USAGE)
            #expect(stack.printed("\(arguments[0]) is \(arguments[1]), but must be a whole number"))
        }
    }

    @Test func `the processes end when their supervisor is killed, and the down command waits for them`() async throws {
        try await StubStack.with { stack in
            let first = try await stack.upUntilReady()
            try await eventually("the stack is ready") { stack.printed("Mealwire is ready") }
            first.send(SIGKILL)
            _ = try await first.status()
            let down = try stack.mealwire(["down", "--data", stack.data], output: "down")
            #expect(try await down.status() == 0)
            // They have ended, but may not have been reaped yet.
            try await eventually("all processes have ended") { !stack.isAnyProcessAlive }
        }
    }
}

@Suite struct DetachTests {
    @Test func `a detached stack is ready when the command returns, and stops on request`() async throws {
        try await StubStack.with { stack in
            let command = try await stack.upUntilReady(["--detach"])
            #expect(try await command.status() == 0)
            #expect(stack.printed("Mealwire is ready at http://127.0.0.1:\(stack.port)"))
            #expect(stack.printed("All \(StubStack.names.count) processes are ready", in: "data/log/mealwire.log"))
            let down = try stack.mealwire(["down", "--data", stack.data], output: "down")
            #expect(try await down.status() == 0)
            #expect(stack.printed("Stopped the stack on \(stack.data).", in: "down"))
            #expect(!stack.isAnyProcessAlive)
        }
    }

    @Test func `a detached stack that does not get ready fails the command with the reason`() async throws {
        try await StubStack.with { stack in
            try stack.write(script: "echo no such table; exit 3", for: "profile")
            let command = try await stack.upWithBroker(["--detach"])
            #expect(try await command.status() == 1)
            #expect(stack.printed("profile ended 3 times before the stack was ready."))
            #expect(stack.printed("The stack did not get ready"))
            #expect(!stack.isAnyProcessAlive)
        }
    }

    @Test func `a detached stack stops when its start is interrupted`() async throws {
        try await StubStack.with { stack in
            let command = try stack.up(["--detach"])
            try await stack.waitFor("start broker")
            command.send(SIGINT)
            try await eventually("the broker stops") { stack.journal.contains("stop broker") }
            try await eventually("all processes have ended") { !stack.isAnyProcessAlive }
        }
    }

    @Test func `stopping without a running stack succeeds`() async throws {
        try await StubStack.with { stack in
            let down = try stack.mealwire(["down", "--data", stack.data])
            #expect(try await down.status() == 0)
            #expect(stack.printed("Nothing runs on \(stack.data)."))
        }
    }
}
