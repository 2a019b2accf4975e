import SeededRandom

/// Kills, freezes and restarts processes of a stack.
///
/// Each round contains both faults of every process.
struct FaultInjector {
    private enum Fault {
        case kill(String)
        case freeze(String)
    }

    static let standbys = ["diary-2", "leaderboard-2"]
    private static let targets =
        ["diary", "leaderboard", "broker", "broker-2", "gateway", "gateway-2"] + standbys
    /// No round of faults begins after this time.
    private static let duration = Duration.seconds(20)
    private static let answersBetweenFaults = 10...80
    private static let answersWhileKilled = 0...5
    private static let answersWhileFrozen = 1...6

    let stack: StackFixture
    let seed: Int

    /// Injects whole rounds of faults, as long as answers show that the stack works.
    ///
    /// - Parameters:
    ///   - answers: An element for each answer to a client, good or bad.
    ///   - halfway: Runs in the middle of the first round, while no process is killed or frozen.
    /// - Returns: The result of `halfway`.
    /// - Throws: An error of `halfway`, or of the start of a process.
    func run<Value>(_ answers: AsyncStream<Void>, halfway: () async throws -> Value) async throws -> Value {
        var generator = SeededGenerator(seed: seed)
        var value: Value?
        let end = ContinuousClock.now.advanced(by: Self.duration)
        rounds: repeat {
            let faults = round(&generator)
            for (number, fault) in faults.enumerated() {
                if number == faults.count / 2, value == nil { value = try await halfway() }
                guard await wait(Self.answersBetweenFaults, &generator, answers) else { break rounds }
                try await inject(fault, &generator, answers)
            }
        } while ContinuousClock.now < end
        if let value { return value }
        return try await halfway()
    }

    private func round(_ generator: inout SeededGenerator) -> [Fault] {
        Self.targets.flatMap { [Fault.kill($0), .freeze($0)] }.shuffled(using: &generator)
    }

    private func inject(
        _ fault: Fault,
        _ generator: inout SeededGenerator,
        _ answers: AsyncStream<Void>
    ) async throws {
        switch fault {
        case .kill(let name):
            try stack.kill(name)
            _ = await wait(Self.answersWhileKilled, &generator, answers)
            try stack.start(name)
        case .freeze(let name):
            try stack.freeze(name, true)
            _ = await wait(Self.answersWhileFrozen, &generator, answers)
            try stack.freeze(name, false)
        }
    }

    /// Waits for a random number of answers; returns false if the answers end.
    private func wait(
        _ range: ClosedRange<Int>,
        _ generator: inout SeededGenerator,
        _ answers: AsyncStream<Void>
    ) async -> Bool {
        var left = Int.random(in: range, using: &generator)
        if left == 0 { return true }
        for await _ in answers {
            left -= 1
            if left == 0 { return true }
        }
        return false
    }
}
