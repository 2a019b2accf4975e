import Contracts
import Glibc
import Logging
import ServiceKit
import ServiceLifecycle
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HeartbeatTests {
    private let stub: StubNotificationSocket
    private let logger = Logger.silent

    init() throws { stub = try StubNotificationSocket() }

    private func manager(watchdogMs: Int) throws -> ServiceManager {
        let environment = ["NOTIFY_SOCKET": stub.name, "WATCHDOG_USEC": "\(watchdogMs * 1_000)"]
        return try #require(ServiceManager(environment: environment))
    }

    /// Runs the body beside a heartbeat, and shuts the heartbeat down gracefully afterwards.
    private func run(_ heartbeat: Heartbeat, _ body: () async throws -> Void) async throws {
        let group = ServiceGroup(configuration: .init(services: [.init(service: heartbeat)], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `readiness is reported when all conditions hold, and stopping at the shutdown`() async throws {
        let isThere = Flag()
        let heartbeat = Heartbeat(
            manager: try manager(watchdogMs: 0),
            file: nil,
            conditions: [
                ReadinessCondition("never said") { true },
                ReadinessCondition("no broker is connected") { isThere.isRaised },
            ],
            proofs: [],
            logger: logger
        )
        try await run(heartbeat) {
            // The first notification: the process was not ready before.
            let waiting = try await stub.wait(for: "=")
            #expect(waiting == "STATUS=Waiting: no broker is connected.")
            isThere.raise()
            let ready = try await stub.wait(for: "=")
            #expect(ready == "READY=1\nSTATUS=Serving.")
        }
        let end = try await stub.wait(for: "STOPPING=1")
        #expect(end.contains("STATUS="))
    }

    @Test func `watchdog notifications are sent only while every liveness check returns`() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let heartbeat = Heartbeat(
            manager: try manager(watchdogMs: 10),
            file: nil,
            conditions: [],
            proofs: [
                {
                    ask.yield()
                    for await _ in released { return }
                }
            ],
            logger: logger
        )
        try await run(heartbeat) {
            _ = try await stub.wait(for: "READY=1")
            var questions = asked.makeAsyncIterator()
            await questions.next()
            #expect(stub.next() == nil)
            release.yield()
            _ = try await stub.wait(for: "WATCHDOG=1")
            // The check runs again after half of the watchdog's interval.
            await questions.next()
            release.finish()
            _ = try await stub.wait(for: "WATCHDOG=1")
        }
    }

    @Test func `no watchdog notification is sent to a manager without a watchdog`() async throws {
        let heartbeat = Heartbeat(
            manager: try manager(watchdogMs: 0),
            file: nil,
            conditions: [],
            proofs: [{ Issue.record("a liveness check ran without a watchdog") }],
            logger: logger
        )
        try await run(heartbeat) { _ = try await stub.wait(for: "READY=1") }
        #expect(stub.next()?.hasPrefix("STOPPING=1") == true)
    }

    @Test func `the heartbeat file exists while the process serves, and an old one is reported as dead`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let file = HeartbeatFile(path: directory.file("heartbeat"))
        #expect(file.touch())
        let isThere = Flag()
        let heartbeat = Heartbeat(
            manager: try manager(watchdogMs: 0),
            file: file,
            conditions: [ReadinessCondition("no broker is connected") { isThere.isRaised }],
            proofs: [],
            logger: logger
        )
        try await run(heartbeat) {
            _ = try await stub.wait(for: "Waiting")
            #expect(file.defect()?.contains("does not serve") == true)
            isThere.raise()
            try await eventually("the process is alive", is: nil) { file.defect() }
            let now = time(nil)
            #expect(file.defect(now: now + HeartbeatFile.ageMaxS + 10)?.contains("seconds old") == true)
        }
        #expect(file.defect() != nil)
    }
}
