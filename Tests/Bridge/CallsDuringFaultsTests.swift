import Bridge
import Contracts
import MessageBus
import ServiceKit
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Writes over two bridges while the near one is attacked, frozen or killed.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallsDuringFaultsTests {
    enum Fault: CaseIterable {
        case handshakes, halfHandshakes, noDescriptors, frozen, killed
    }

    /// The acknowledged writes that show that calls pass.
    private static let passing = 50
    /// The rounds of an attack; in each one it replaces what the bridge has ended.
    private static let attackRounds = 300
    /// The descriptors that are left when a limit is lowered.
    private static let descriptorsLeft = 20

    @Test(arguments: Fault.allCases)
    func `each write ends with an answer or a reason, and none is lost or doubled`(during fault: Fault) async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
        let running = [fixture.startBroker(), fixture.startFarBridge()]
        let records = Records()
        let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w"))
        worker.serve(
            BridgedEcho.service,
            capacity: 64,
            [.inline(BridgedWrite.self) { request, _ in records.add(request) }]
        )
        let writers = Writers(client)
        var near = try BridgeProcess(fixture)
        defer { near.stop() }
        try await fixture.whileRunning([client, worker]) {
            let writing = Task { await writers.run() }
            try await fixture.eventually("writes are acknowledged") { writers.acknowledged.count > Self.passing }
            if fault == .killed {
                near.stop()
                try await fixture.eventually("the broker is not available") { !fixture.isOffered }
                near = try BridgeProcess(fixture)
            } else {
                try await Self.attack(fixture, near, by: fault)
            }
            let before = writers.acknowledged.count
            try await fixture.eventually("writes go on") { writers.acknowledged.count > before + Self.passing }
            writers.stop()
            await writing.value
        }
        for one in running.reversed() { await one.end() }
        Self.check(writers, records, fault)
    }

    private static func attack(_ fixture: BridgeFixture, _ near: BridgeProcess, by fault: Fault) async throws {
        var round = 0
        func repeatedly(_ body: () throws -> Void) async throws {
            try await fixture.eventually("the attack is over", pause: .zero) {
                try body()
                round += 1
                return round == attackRounds
            }
        }
        switch fault {
        case .handshakes:
            let flood = try HandshakeFlood(of: fixture)
            try await repeatedly { try flood.proceed() }
        case .halfHandshakes:
            let halves = try HalfHandshakes(attackRounds, fixture.address.port, from: "127.0.0.2")
            defer { halves.close() }
            try await repeatedly { _ = halves.proceed() }
        case .noDescriptors:
            try near.limitDescriptors(to: try near.descriptorCount + descriptorsLeft)
            let idle = IdleConnections(attackRounds, fixture.address.port)
            defer { idle.close() }
            try await repeatedly { idle.reopen() }
        case .frozen:
            near.send(SIGSTOP)
            try await fixture.eventually("the broker is not available") { !fixture.isOffered }
            near.send(SIGCONT)
        case .killed: break
        }
    }

    private static func check(_ writers: Writers, _ records: Records, _ fault: Fault) {
        let counts = records.counts
        let lost = writers.acknowledged.filter { counts[$0] == nil }
        #expect(lost.isEmpty, "acknowledged and not recorded")
        #expect(counts.values.allSatisfy { $0 == 1 }, "a write is never repeated")
        #expect(writers.acknowledged.count + writers.failures.count == writers.begun, "each call has ended")
        #expect(writers.wrongAnswers == 0)
        #expect(writers.overdue == 0, "each call ends when its time-out has passed")
        for failure in Set(writers.failures.map(\.message)) {
            #expect(failure.hasSuffix("."), "a failure is explained by a sentence")
        }
        // Attacks end no connection of a listed key.
        if fault != .frozen, fault != .killed { #expect(writers.failures.isEmpty) }
    }
}

/// A method for tests that records its number, and may not be repeated.
private struct BridgedWrite: Contract, Equatable {
    typealias Reply = BridgedWrite

    static let method = Method("echo.write", of: BridgedEcho.service, .singleWrite, .anyone)

    var number: Int
}

/// Counts the executions of each write at the worker.
private final class Records: Sendable {
    private let recorded = Mutex<[Int: Int]>([:])

    var counts: [Int: Int] { recorded.withLock { $0 } }

    func add(_ request: BridgedWrite) -> BridgedWrite {
        recorded.withLock { $0[request.number, default: 0] += 1 }
        return request
    }
}

/// Writers that each wait for the end of a call before the next one.
private final class Writers: Sendable {
    private struct State {
        var begun = 0
        var acknowledged: [Int] = []
        var failures: [ServiceError] = []
        var wrongAnswers = 0
        var overdue = 0
        var isStopped = false
    }

    /// The calls in flight.
    private static let atOnce = 16
    private static let timeoutMs = 2_000
    /// The time between two looks at a call after its time-out: longer than between two checks of deadlines by the
    /// socket thread.
    private static let lookInterval = Duration.milliseconds(25)
    /// The looks, with a round of the socket thread before each, at which a call may still be unfinished.
    private static let looksMax = 10

    private let bus: MessageBus
    private let state = Mutex(State())

    init(_ bus: MessageBus) { self.bus = bus }

    var begun: Int { state.withLock(\.begun) }
    var acknowledged: [Int] { state.withLock(\.acknowledged) }
    var failures: [ServiceError] { state.withLock(\.failures) }
    var wrongAnswers: Int { state.withLock(\.wrongAnswers) }
    /// The number of calls that went on after their time-outs.
    var overdue: Int { state.withLock(\.overdue) }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Writes until ``stop()``, and returns when all calls have ended.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.atOnce { group.addTask { await self.write() } }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.begun += 1
            return state.begun
        }
    }

    private func write() async {
        while let number = next() {
            let hasEnded = Flag()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.watch(hasEnded) }
                let result: Result<BridgedWrite, ServiceError>
                do throws(ServiceError) {
                    result = .success(try await bus.call(BridgedWrite(number: number), .own(timeoutMs: Self.timeoutMs)))
                } catch {
                    result = .failure(error)
                }
                hasEnded.raise()
                group.cancelAll()
                record(result, of: number)
            }
            // Failures may be immediate. One round of the socket thread lets it connect meanwhile.
            await bus.checkLiveness()
        }
    }

    private func record(_ result: Result<BridgedWrite, ServiceError>, of number: Int) {
        state.withLock { state in
            switch result {
            case .success(let reply):
                state.acknowledged.append(number)
                if reply.number != number { state.wrongAnswers += 1 }
            case .failure(let error): state.failures.append(error)
            }
        }
    }

    /// Counts a call as overdue if it goes on although its time-out has passed, and its process could have ended it.
    ///
    /// On a busy machine, all tasks and the socket thread of this process are late alike. Rounds of the thread after
    /// the time-out are therefore counted, and no time.
    private func watch(_ hasEnded: Flag) async {
        guard (try? await Task.sleep(for: .milliseconds(Self.timeoutMs))) != nil else { return }
        for _ in 0..<Self.looksMax {
            guard (try? await Task.sleep(for: Self.lookInterval)) != nil else { return }
            await bus.checkLiveness()
            if hasEnded.isRaised { return }
        }
        state.withLock { $0.overdue += 1 }
    }
}
