import Foundation
import Testing

/// Tests `mealwire up` and `mealwire down` with scripts as services.
@Suite struct UpTests {
    @Test func `no process starts before the broker listens, and the gateway decides readiness`() async throws {
        try await StandInSet.with { set in
            let up = try set.up()
            try await set.waitFor("start broker")
            #expect(set.journal.count == 1)
            try set.openBroker()
            try await set.waitFor("start gateway")
            #expect(!set.said("is ready"))
            try set.openGateway()
            try await eventually("the set is ready") { set.said("Mealwire is ready at http://127.0.0.1:\(set.port)") }
            #expect(set.said("curl -s http://127.0.0.1:\(set.port)/v1/calculator/target"))
            #expect(set.said("diary              | hello from diary"))
            #expect(up.isRunning)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a stack stops the gateway first and the broker last`(signal: Int32) async throws {
        try await StandInSet.with { set in
            let up = try await set.upUntilReady()
            try await eventually("the set is ready") { set.said("Mealwire is ready") }
            kill(up.processIdentifier, signal)
            #expect(try await up.status() == 0)
            let stops = set.journal.filter { $0.hasPrefix("stop") }
            #expect(stops.count == 8)
            #expect(stops.first == "stop gateway")
            #expect(stops.last == "stop broker")
            #expect(!set.isAnyoneAlive)
        }
    }

    @Test func `a crashed process restarts`() async throws {
        try await StandInSet.with { set in
            _ = try await set.upUntilReady()
            try await eventually("the set is ready") { set.said("Mealwire is ready") }
            let first = try #require(set.pids(of: "diary").first)
            kill(first, SIGKILL)
            try await eventually("diary starts again") { set.pids(of: "diary").count == 2 }
            #expect(set.said("diary was ended by signal 9"))
            #expect(set.said("diary starts again in 0.1 seconds."))
        }
    }

    @Test func `a restart replaces one process after the other, the broker first`() async throws {
        try await StandInSet.with { set in
            let up = try await set.upUntilReady()
            try await eventually("the set is ready") { set.said("Mealwire is ready") }
            let before = set.journal.count
            let restart = try set.mealwire(["restart", "--data", set.data], saying: "restart")
            #expect(try await restart.status() == 0, "\(set.lines(of: "restart"))")
            #expect(set.said("8 processes are renewed.", in: "restart"))
            #expect(set.said("All processes are renewed."))
            // The stub gateway answers before a new process has written its start to the journal.
            try await eventually("all have started") { set.journal.count == before + 16 }
            let steps = set.journal.dropFirst(before).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
            let names = steps.filter { $0.hasPrefix("stop") }.map { $0.dropFirst(5) }
            #expect(names.count == 8 && names.first == "broker" && names.last == "gateway")
            for name in names {
                let (stop, start) = (steps.firstIndex(of: "stop \(name)"), steps.firstIndex(of: "start \(name)"))
                #expect(try #require(stop) < #require(start))
            }
            #expect(up.isRunning && set.pids(of: "diary").count == 2)
        }
    }

    @Test func `a restart without a running stack fails`() async throws {
        try await StandInSet.with { set in
            let restart = try set.mealwire(["restart", "--data", set.data])
            #expect(try await restart.status() == 1)
            #expect(set.said("No set that `mealwire up` has started runs on \(set.data)."))
        }
    }

    @Test func `a process that cannot start fails the stack, and no process remains`() async throws {
        try await StandInSet.with { set in
            try set.write(script: "echo no such table; exit 3", for: "profile")
            let up = try await set.upWithBroker()
            #expect(try await up.status() == 1)
            #expect(set.said("profile ended 3 times before the set was ready."))
            #expect(set.lines(of: "said").filter { $0.hasSuffix("| no such table") }.count == 6)
            #expect(!set.isAnyoneAlive)
        }
    }

    @Test func `in JSON every line is an object, whatever process wrote it`() async throws {
        try await StandInSet.with { set in
            set.format = "json"
            let up = try await set.upUntilReady()
            try await eventually("the set is ready") { set.said("processes are ready after") }
            up.terminate()
            #expect(try await up.status() == 0)
            let objects = set.lines(of: "said").map { line in
                try? JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            }
            #expect(objects.count > 8)
            #expect(objects.allSatisfy { $0?["logger"] != nil && $0?["time"] != nil }, "\(set.lines(of: "said"))")
            #expect(objects.contains { $0?["logger"] == "diary" && $0?["message"] == "hello from diary" })
            #expect(objects.contains { $0?["logger"] == "mealwire" && $0?["message"] == "Stopping." })
        }
    }

    @Test func `a second stack on the same data is refused`() async throws {
        try await StandInSet.with { set in
            let first = try set.up()
            try await set.waitFor("start broker")
            let second = try set.up(saying: "second")
            #expect(try await second.status() == 1)
            #expect(set.said("(process \(first.processIdentifier))", in: "second"))
            #expect(set.pids(of: "broker").count == 1)
        }
    }

    @Test func `an occupied port is reported, and no process starts`() async throws {
        try await StandInSet.with { set in
            try set.takePort()
            let up = try set.up()
            #expect(try await up.status() == 1)
            #expect(
                set.said("Port \(set.port) of 127.0.0.1 is taken by another process; give another one with --port.")
            )
            #expect(set.journal.isEmpty)
        }
    }

    @Test func `a directory that cannot be created is reported with the reason`() async throws {
        try await StandInSet.with { set in
            let path = "\(set.directory)/bin/broker/data"
            let up = try set.mealwire(["up", "--data", path, "--executables", "\(set.directory)/bin"])
            #expect(try await up.status() == 1)
            #expect(set.said("Cannot make the directory \(path): Not a directory."))
        }
    }

    @Test(arguments: [["--port", "0"], ["--port", "65536"], ["--calculators", "0"], ["--calculators", "65"]])
    func `an option out of its range is refused`(arguments: [String]) async throws {
        try await StandInSet.with { set in
            let up = try set.up(arguments)
            #expect(try await up.status() == EX_USAGE)
            #expect(set.said("\(arguments[0]) is \(arguments[1]), but must be a whole number"))
        }
    }

    @Test func `the processes end when their supervisor is killed, and the down command waits for them`() async throws {
        try await StandInSet.with { set in
            let first = try await set.upUntilReady()
            try await eventually("the set is ready") { set.said("Mealwire is ready") }
            kill(first.processIdentifier, SIGKILL)
            _ = try await first.status()
            let down = try set.mealwire(["down", "--data", set.data], saying: "down")
            #expect(try await down.status() == 0)
            // They have ended, but may not have been reaped yet.
            try await eventually("everybody is gone") { !set.isAnyoneAlive }
        }
    }
}

@Suite struct DetachTests {
    @Test func `a detached stack is ready when the command returns, and stops on request`() async throws {
        try await StandInSet.with { set in
            let command = try await set.upUntilReady(["--detach"])
            #expect(try await command.status() == 0)
            #expect(set.said("Mealwire is ready at http://127.0.0.1:\(set.port)"))
            #expect(set.said("All 8 processes are ready", in: "data/log/mealwire.log"))
            let down = try set.mealwire(["down", "--data", set.data], saying: "down")
            #expect(try await down.status() == 0)
            #expect(set.said("Stopped the set on \(set.data).", in: "down"))
            #expect(!set.isAnyoneAlive)
        }
    }

    @Test func `a detached stack that does not get ready fails the command with the reason`() async throws {
        try await StandInSet.with { set in
            try set.write(script: "echo no such table; exit 3", for: "profile")
            let command = try await set.upWithBroker(["--detach"])
            #expect(try await command.status() == 1)
            #expect(set.said("profile ended 3 times before the set was ready."))
            #expect(set.said("The set did not get ready"))
            #expect(!set.isAnyoneAlive)
        }
    }

    @Test func `a detached stack stops when its start is interrupted`() async throws {
        try await StandInSet.with { set in
            let command = try set.up(["--detach"])
            try await set.waitFor("start broker")
            kill(command.processIdentifier, SIGINT)
            try await eventually("the broker stops") { set.journal.contains("stop broker") }
            try await eventually("everybody is gone") { !set.isAnyoneAlive }
        }
    }

    @Test func `stopping without a running stack succeeds`() async throws {
        try await StandInSet.with { set in
            let down = try set.mealwire(["down", "--data", set.data])
            #expect(try await down.status() == 0)
            #expect(set.said("Nothing runs on \(set.data)."))
        }
    }
}
