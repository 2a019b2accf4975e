import Contracts

/// Kills, freezes and starts processes of a set, each both ways before any comes again.
struct Torment {
    private enum Fault {
        case kill(String)
        case freeze(String)
    }

    static let standbys = ["diary-2", "leaderboard-2"]
    private static let victims =
        ["diary", "leaderboard", "broker", "broker-2", "gateway", "gateway-2"] + standbys
    /// After that no round of faults is begun any more.
    private static let duration = Duration.seconds(20)
    private static let answersBetweenFaults = 10...80
    private static let answersWithoutAKilled = 0...5
    private static let answersBesideAFrozen = 1...6

    let stack: StackFixture
    let seed: Int

    /// Inflicts whole rounds of faults, as long as there are answers that show that the set goes on.
    ///
    /// - Parameters:
    ///   - answers: One for each answer that any client gets, good or bad.
    ///   - halfway: What is done amid the first round, while nothing is killed or frozen.
    /// - Returns: What that came to.
    /// - Throws: what that throws, or what keeps a process from starting.
    func inflict<Value>(_ answers: AsyncStream<Void>, halfway: () async throws -> Value) async throws -> Value {
        var numbers = SeededGenerator(seed: seed)
        var value: Value?
        let end = ContinuousClock.now.advanced(by: Self.duration)
        torment: repeat {
            let faults = round(&numbers)
            for (number, fault) in faults.enumerated() {
                if number == faults.count / 2, value == nil { value = try await halfway() }
                guard await wait(Self.answersBetweenFaults, &numbers, answers) else { break torment }
                try await carryOut(fault, &numbers, answers)
            }
        } while ContinuousClock.now < end
        if let value { return value }
        return try await halfway()
    }

    private func round(_ numbers: inout SeededGenerator) -> [Fault] {
        Self.victims.flatMap { [Fault.kill($0), .freeze($0)] }.shuffled(using: &numbers)
    }

    private func carryOut(
        _ fault: Fault,
        _ numbers: inout SeededGenerator,
        _ answers: AsyncStream<Void>
    ) async throws {
        switch fault {
        case .kill(let name):
            try stack.kill(name)
            _ = await wait(Self.answersWithoutAKilled, &numbers, answers)
            try stack.start(name)
        case .freeze(let name):
            try stack.freeze(name, true)
            _ = await wait(Self.answersBesideAFrozen, &numbers, answers)
            try stack.freeze(name, false)
        }
    }

    /// Waits for so many answers; false when there are no more.
    private func wait(
        _ range: ClosedRange<Int>,
        _ numbers: inout SeededGenerator,
        _ answers: AsyncStream<Void>
    ) async -> Bool {
        var left = Int.random(in: range, using: &numbers)
        if left == 0 { return true }
        for await _ in answers {
            left -= 1
            if left == 0 { return true }
        }
        return false
    }
}
